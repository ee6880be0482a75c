/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentMap;

import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.MessageView;
import org.isotach.mbm.Messaging;
import org.isotach.niu.Cluster;

/**
 * The messages of all actions in a cluster with members. It owns the rule that a message goes, as bytes with the name
 * of its topic, to all members, each of which delivers it once to all its subscribers: a sender does not know who
 * subscribes in other JVMs.
 */
final class PostOfMembers extends Post
{
    private static final int HANDLER = 1;

    private final HostsOfMembers hosts;
    private final LimitedCodec codec;
    private final ConcurrentMap<String, Topic<?>> topics;

    PostOfMembers(
        final Cluster cluster,
        final Messaging messaging,
        final HostsOfMembers hosts,
        final LimitedCodec codec,
        final ConcurrentMap<String, Topic<?>> topics)
    {
        super(cluster, messaging);
        this.hosts = hosts;
        this.codec = codec;
        this.topics = topics;
        hosts.handle(messaging, HANDLER, (sender, message) -> deliver(message));
    }

    @Override
    void checkTopic(final String name)
    {
        LimitedCodec.encodeName(name);
    }

    @Override
    Object accept(final Topic<?> topic, final Object message)
    {
        final byte[] name = LimitedCodec.encodeName(topic.name());
        final byte[] bytes = codec.encode(topic.name(), message);
        final byte[] all = new byte[Integer.BYTES + name.length + bytes.length];
        all[0] = (byte)(name.length >> Byte.SIZE);
        all[1] = (byte)name.length;
        System.arraycopy(name, 0, all, Integer.BYTES, name.length);
        System.arraycopy(bytes, 0, all, Integer.BYTES + name.length, bytes.length);
        return all;
    }

    @Override
    long append(final MessagePort port, final Topic<?> topic, final Object message)
    {
        final byte[] bytes = (byte[])message;
        final MessageBuffer buffer = port.claimForHandler(hosts.all(), HANDLER, bytes.length);
        buffer.putBytes(0, bytes, 0, bytes.length);
        return 0;
    }

    private void deliver(final MessageView message)
    {
        final byte[] bytes = new byte[message.length()];
        message.getBytes(0, bytes, 0, bytes.length);
        final int nameLength = (bytes[0] & 0xFF) << Byte.SIZE | bytes[1] & 0xFF;
        final Topic<?> topic =
            topics.get(new String(bytes, Integer.BYTES, nameLength, StandardCharsets.UTF_8));
        if (null != topic && topic.hasSubscribers())
        {
            final int first = Integer.BYTES + nameLength;
            final byte[] encoded = new byte[bytes.length - first];
            System.arraycopy(bytes, first, encoded, 0, encoded.length);
            topic.deliver(0, codec.decode(encoded));
        }
    }
}
