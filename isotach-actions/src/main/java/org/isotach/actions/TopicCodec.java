/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

/**
 * Makes bytes of the messages of topics, and messages of bytes, for a cluster with several members
 * ({@link IsotachContext#membership}). Inside one JVM messages are objects, and nobody calls it.
 * <p>
 * Implementations are threadsafe, and the same at all members. Bytes come from whoever reaches the trunks: do not make
 * objects of any class of them.
 */
public interface TopicCodec
{
    /**
     * Makes bytes of a message; called by the thread that sends it.
     *
     * @param message the message.
     * @return the bytes, which are not changed any more.
     * @throws IllegalArgumentException if the codec does not know such messages: nothing is sent.
     */
    byte[] encode(Object message);

    /**
     * Makes a message of bytes; called during execution, once at each member. Its exceptions go to the error handler of
     * the cluster, and the message is not received.
     *
     * @param bytes the bytes; the codec may keep them.
     * @return the message.
     */
    Object decode(byte[] bytes);
}
