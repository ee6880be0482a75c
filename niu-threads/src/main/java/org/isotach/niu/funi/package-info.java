/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Protected queue pairs in user memory (J. Hoe, FUNet): gangs of members that reach each other and nobody else, with
 * requests and replies, puts and gets. They are outside of logical time; there is no order between them and isochrons.
 * Start with {@link org.isotach.niu.funi.FuniSupervisor}.
 * Instead of rings a supervisor may use the devices of {@link org.isotach.niu.funi.device}.
 * <pre>
 *   host 0                                                   host 1
 *   QueuePair.tryClaim, commit, flush -&gt; ==ring of requests== -&gt; poll -&gt; PacketHandler
 *                                     -&gt; ==ring of replies === -&gt;   replies first
 *   QueuePair.tryPut ------------------- one copy ----------------&gt; SharedSegment, then a notice on the ring
 *   QueuePair.tryGet &lt;------------------ one copy ----------------- SharedSegment
 * </pre>
 */
package org.isotach.niu.funi;
