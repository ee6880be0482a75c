/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

/**
 * Turns objects into bytes, and bytes into objects, for a cluster with several members
 * ({@link IsotachContext#membership}): the messages of topics, and the objects that an {@link IsoReference} refers to.
 * A cluster in one JVM does not use it.
 * <p>
 * Implementations are threadsafe, and the same at all members. Bytes come from whoever reaches the trunks: decode known
 * classes only.
 */
public interface ObjectCodec
{
    /**
     * Default of {@link #maxLength()}.
     */
    int MAX_LENGTH_DEFAULT = 1024;

    /**
     * Largest value of {@link #maxLength()}.
     */
    int LARGEST_LENGTH = 1 << 20;

    /**
     * Makes bytes of an object; called by the thread that sends it.
     *
     * @param object the message, or the object that a variable will refer to; not null.
     * @return the bytes, which are not changed any more.
     * @throws IllegalArgumentException if the codec does not know such objects: nothing is sent.
     */
    byte[] encode(Object object);

    /**
     * Makes an object of bytes; called during execution, once at each member. Its exceptions go to the error handler of
     * the cluster. A message is not received then; actions that declare a variable that refers to such an object, and
     * reads of it, fail.
     *
     * @param bytes the bytes; the codec may keep them.
     * @return the object, not null.
     */
    Object decode(byte[] bytes);

    /**
     * The largest number of bytes that this codec makes of an object. Longer objects are refused. An {@link Isotach}
     * makes isochrons as long as one such object takes; on a cluster of your own ({@link Isotach#on}), set
     * {@link org.isotach.niu.ClusterContext#maxIsochronLength}. Each session has memory for 16 isochrons off the heap,
     * and a trunk has to carry them: over Aeron they have an eighth of a term at most, 512 KiB by default.
     *
     * @return 1..1,048,576; the same at all members.
     */
    default int maxLength()
    {
        return MAX_LENGTH_DEFAULT;
    }
}
