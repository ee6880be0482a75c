/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * A device: the interface card of D. Panariti's control program for Myrinet, and the switches between cards.
 * <pre>
 *   host memory                    board                                        fabric
 *
 *   send buffers  --HostDma--&gt;  tx pool  --SendDma--&gt;  link --&gt; switch --&gt; link --&gt; other boards
 *   channels      &lt;--HostDma--  rx pool  &lt;--ReceiveDma--  link &lt;-- switch &lt;-- link &lt;--
 * </pre>
 * It shows what happens inside the card, step by step. Programs that only want to send buffers use {@link
 * org.isotach.niu.myrinet.Network}, which has no card and so none of its queues.
 */
package org.isotach.niu.myrinet.mcp;
