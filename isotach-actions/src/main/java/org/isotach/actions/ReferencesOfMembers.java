/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import org.isotach.IsotachException;
import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.MessageView;
import org.isotach.mbm.Messaging;

/**
 * The objects of {@link IsoReference}s at one member. It owns the rule that the isochron that assigns a handle brings
 * the object, as bytes, to the first host of each member, so all members replace it at the same point in the order.
 * <p>
 * Only actions change a variable here, since the isochrons that assign what they have reserved execute in the order in
 * which they have reserved it; a WRITE, whose place in the order is before an assignment, may execute behind it. The
 * order of the messages is then that of the values, and each member knows by itself which handle a new one replaces. A
 * call that may have read the old one had begun here before, so it is in an epoch that keeps it. A value may come from
 * a host that is ahead of the first host of this member; then the object is waited for.
 */
final class ReferencesOfMembers extends References
{
    private static final int HANDLER = 4;
    private static final int HEADER_LENGTH = Long.BYTES + Integer.BYTES;

    // A handle is the number of its member, plus one, then a count there. Initial objects, which all members have
    // declared, are not of any member: theirs is the address, plus one.
    private static final int MEMBER_SHIFT = 48;

    private final Leads leads;
    private final LimitedCodec codec;
    private final AtomicLong handles;

    // The handle of each variable that was ever assigned, by address.
    private final ConcurrentMap<Integer, Long> current = new ConcurrentHashMap<>();

    /**
     * In place of an object of which the codec could make none.
     */
    private record Failure(Throwable cause)
    {
    }

    ReferencesOfMembers(final Messaging messaging, final Leads leads, final LimitedCodec codec)
    {
        this.leads = leads;
        this.codec = codec;
        handles = new AtomicLong(leads.own() + 1L << MEMBER_SHIFT);
        messaging.handler(leads.host(), HANDLER, (sender, message) -> replace(message));
    }

    /**
     * Makes bytes of the initial object of a variable.
     *
     * @throws IllegalArgumentException if there can be none.
     */
    byte[] encode(final Object variable, final Object object)
    {
        return codec.encode(variable, object, HEADER_LENGTH);
    }

    /**
     * Puts the initial object of a variable into the table, as all members do.
     *
     * @return its handle.
     */
    long initial(final int address, final Object object)
    {
        final long handle = address + 1L;
        put(handle, object);
        current.put(address, handle);
        return handle;
    }

    @Override
    long assign(
        final int address,
        final Object object,
        final Consumer<Consumer<MessagePort>> enclosures,
        final Object variable)
    {
        final long handle = null == object ? NULL : handles.incrementAndGet();
        final byte[] bytes = null == object ? new byte[0] : encode(variable, object);
        enclosures.accept(messages ->
        {
            final MessageBuffer buffer =
                messages.claimForHandler(leads.all(), HANDLER, HEADER_LENGTH + bytes.length);
            buffer.putLong(0, handle);
            buffer.putInt(Long.BYTES, address);
            buffer.putBytes(HEADER_LENGTH, bytes, 0, bytes.length);
        });
        return handle;
    }

    /**
     * Each member does that when the message comes.
     */
    @Override
    void replaced(final long before)
    {
    }

    private void replace(final MessageView message)
    {
        final long handle = message.getLong(0);
        if (NULL != handle)
        {
            final byte[] bytes = new byte[message.length() - HEADER_LENGTH];
            message.getBytes(HEADER_LENGTH, bytes, 0, bytes.length);
            put(handle, decode(bytes));
        }
        final Long before = current.put(message.getInt(Long.BYTES), handle);
        if (null != before)
        {
            retire(before);
        }
        check(find(handle));
    }

    private Object decode(final byte[] bytes)
    {
        try
        {
            final Object object = codec.decode(bytes);
            return null == object ? new Failure(new NullPointerException(codec + " has made null of bytes")) : object;
        }
        catch (final RuntimeException ex)
        {
            return new Failure(ex);
        }
    }

    /**
     * Waits for an object whose handle was read here before the first host of this member has executed the isochron.
     */
    @Override
    Object get(final long handle)
    {
        if (NULL != handle && null == find(handle))
        {
            leads.host().waiter().await(
                () -> null != find(handle), "the object of a reference, which its assignment brings");
        }
        return check(find(handle));
    }

    private static Object check(final Object object)
    {
        if (object instanceof Failure failure)
        {
            final IsotachException exception = new IsotachException(
                "the object of a reference could not be decoded at this member: give all members the same codec");
            exception.initCause(failure.cause());
            throw exception;
        }
        return object;
    }
}
