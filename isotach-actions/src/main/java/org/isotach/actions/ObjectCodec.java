/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

/**
 * Makes bytes of objects, and objects of bytes, for a cluster with several members ({@link IsotachContext#membership}):
 * of the messages of topics, and of the objects that an {@link IsoReference} refers to. Inside one JVM they are
 * objects, and nobody calls it.
 * <p>
 * Implementations are threadsafe, and the same at all members. Bytes come from whoever reaches the trunks: do not make
 * objects of any class of them.
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
     * The largest number of bytes that this codec makes of an object. More are refused. Isochrons of an {@link Isotach}
     * are made as long as that takes; on a cluster of your own ({@link Isotach#on}) they may have to be longer.
     *
     * @return 1..1,048,576; the same at all members.
     */
    default int maxLength()
    {
        return MAX_LENGTH_DEFAULT;
    }
}
