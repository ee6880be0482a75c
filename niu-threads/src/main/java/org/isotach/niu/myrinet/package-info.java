/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Myrinet: buffers that change their owner, in the style of D. Panariti's control program and interface.
 * <pre>
 *   host 0                                                      host 1
 *
 *   pool --tryBuffer--&gt; Buffer --send--&gt; link of descriptors --&gt; Channel --tryReceive--&gt; Buffer
 *     ^                                                                                    |
 *     +------------------------------------ free ------------------------------------------+
 * </pre>
 * A sender fills a buffer and hands it over; the receiver reads the same memory, and frees it or sends it on. Only
 * small payloads are copied. Neither order nor arrival is promised; {@link org.isotach.niu.myrinet.Rpp} promises both.
 */
package org.isotach.niu.myrinet;
