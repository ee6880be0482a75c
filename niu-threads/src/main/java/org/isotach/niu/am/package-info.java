/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Active messages: each message names the handler that runs at its receiver (Martin, HPAM). They are outside of logical
 * time; there is no order between them and isochrons. Start with {@link org.isotach.niu.am.ActiveMessages}.
 * <pre>
 *   host 0                                            host 1
 *   AmPort.request -&gt; window of D requests ==link==&gt; poll -&gt; RequestHandler
 *   poll -&gt; ReplyHandler &lt;==link== stored reply  &lt;-------- Request.reply, or an empty reply
 * </pre>
 * A request stays in its window until its reply has come, and is sent again until then; the reply is stored until the
 * next request of the same place in the window. So links may lose, double, delay and reorder packets.
 * <p>
 * {@link org.isotach.niu.am.Cmam} has the functions of CMAM over queue pairs (Hoe, FUNet, appendix A).
 */
package org.isotach.niu.am;
