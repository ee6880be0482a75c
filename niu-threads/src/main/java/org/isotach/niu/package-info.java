/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The network: a cluster of hosts inside this JVM, and the units that move isochrons and logical time.
 * <pre>
 *   application threads          sending units of a host               receiving host
 *
 *   Isochron --issue()--&gt; send ring --&gt; SIU --&gt; LANai --&gt; link --+
 *     (frame stays in            stamps   publishes              +--&gt; executor --&gt; models
 *      the isochron's slab)      stops    frames          link --+      merges links by
 *                                tokens   starts tokens   link --+      (pulse, pid)
 *                                   |        |                          waits for the end
 *                                   v        v                          of the pulse
 *                                 token word of the host                  ^
 *                                   +-----------&gt; token manager ----------+
 *                                                 one per switch
 * </pre>
 * In {@link org.isotach.niu.ThreadingMode#INVOKER} there is no send ring: SIU and LANai are one unit, which stamps an
 * isochron and puts it on its links in one step. The send rings are LMAX Disruptor rings; the frames, which lie in the
 * rings of the links, and the token words are off-heap. Logical time moves on demand: a cluster is quiet while nobody
 * waits for a pulse to end. {@link org.isotach.niu.ThreadingMode} says which threads do the work.
 */
package org.isotach.niu;
