/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import org.isotach.HostExpelledException;
import org.isotach.IsotachException;
import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.MessageView;
import org.isotach.mbm.Messaging;

/**
 * The objects of {@link IsoReference}s at one member. It owns the rule that the isochron that assigns a handle brings
 * the object, as bytes, to each member, so all members replace it at the same point in the order.
 * <p>
 * Only actions change a variable here. An action assigns only after it has the value that the action before it has
 * assigned, so the messages come in the order of the values. A WRITE has no such place: it may execute before the
 * assignment of an action that comes earlier in the order. A call that may have read the old handle had begun here
 * before the message came. So it is in an epoch that keeps the object; or it can read anew, and does so in an epoch if
 * the object is gone.
 * <p>
 * The object is here when the value is, since a call waits until its own host has executed its isochron. If that wait
 * was given up, the object is waited for. It never comes if the member that has assigned it is out, and the others have
 * let go of the assignment: what another member had read, before it was out too, may have come here nevertheless.
 */
final class ReferencesOfMembers extends References
{
    private static final int HANDLER = 4;
    private static final int HEADER_LENGTH = 2 * Long.BYTES;

    // A handle is the number of its member, plus one, then a count there. Initial objects, which all members have
    // declared, are not of any member: theirs is the address, plus one.
    static final int MEMBER_SHIFT = 48;

    private static final byte[] NO_BYTES = {};

    private final ConcurrentMap<Long, Object> objects = new ConcurrentHashMap<>();
    private final HostsOfMembers hosts;
    private final LimitedCodec codec;
    private final AtomicLong handles;

    /**
     * Stands for an object that the codec could not decode.
     */
    private record Failure(Throwable cause)
    {
    }

    ReferencesOfMembers(final Messaging messaging, final HostsOfMembers hosts, final LimitedCodec codec)
    {
        this.hosts = hosts;
        this.codec = codec;
        handles = new AtomicLong(hosts.own() + 1L << MEMBER_SHIFT);
        hosts.handle(messaging, HANDLER, (sender, message) -> replace(message));
    }

    /**
     * Makes bytes of the initial object of a variable.
     *
     * @throws IllegalArgumentException if there can be none.
     */
    byte[] encode(final Object variable, final Object object)
    {
        return codec.encode(variable, object);
    }

    /**
     * Puts the initial object of a variable into the table, as all members do.
     *
     * @return its handle.
     */
    long initial(final int address, final Object object)
    {
        final long handle = address + 1L;
        objects.put(handle, object);
        return handle;
    }

    @Override
    long assign(
        final long before,
        final Object object,
        final Consumer<Consumer<MessagePort>> enclosures,
        final Object variable)
    {
        final long handle = null == object ? NULL : handles.incrementAndGet();
        final byte[] bytes = null == object ? NO_BYTES : encode(variable, object);
        enclosures.accept(messages ->
        {
            final MessageBuffer buffer =
                messages.claimForHandler(hosts.all(), HANDLER, HEADER_LENGTH + bytes.length);
            buffer.putLong(0, handle);
            buffer.putLong(Long.BYTES, before);
            buffer.putBytes(HEADER_LENGTH, bytes, 0, bytes.length);
        });
        return handle;
    }

    /**
     * No member has it: the message was not sent.
     */
    @Override
    void notAssigned(final long handle)
    {
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
            objects.put(handle, decode(bytes));
        }
        retire(message.getLong(Long.BYTES));
        check(find(handle));
    }

    private Object decode(final byte[] bytes)
    {
        try
        {
            return Objects.requireNonNull(codec.decode(bytes), "the object that the codec has made");
        }
        catch (final Throwable ex)
        {
            // Whoever reads the variable is told.
            return new Failure(ex);
        }
    }

    /**
     * Returns the object of a handle that was read here, and waits for it if it is not here yet.
     *
     * @throws HostExpelledException when it never comes.
     */
    @Override
    Object get(final long handle)
    {
        if (NULL == handle)
        {
            return null;
        }
        final int member = (int)(handle >>> MEMBER_SHIFT) - 1;
        if (null == find(handle))
        {
            hosts.await(
                () -> null != find(handle) || hosts.hasLeft(member),
                "the object of a reference, which its assignment brings");
        }
        // Behind the look whether its member has left.
        final Object object = find(handle);
        if (null == object)
        {
            throw new HostExpelledException("the object of a reference is lost with member " + hosts.name(member) +
                ", which had set it, and was expelled before any other one had the object: set the reference anew");
        }
        return check(object);
    }

    @Override
    Object find(final long handle)
    {
        return NULL == handle ? null : objects.get(handle);
    }

    @Override
    void remove(final long handle)
    {
        objects.remove(handle);
    }

    @Override
    int size()
    {
        return objects.size();
    }

    @Override
    Object getIfThere(final long handle)
    {
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
