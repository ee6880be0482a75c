/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.Topology;
import org.isotach.actions.IsoLong;
import org.isotach.actions.IsoReference;
import org.isotach.actions.Isotach;
import org.isotach.actions.IsotachContext;
import org.isotach.actions.Subscription;
import org.isotach.actions.Topic;
import org.isotach.mbm.BarrierMode;
import org.isotach.mbm.Delivery;
import org.isotach.mbm.Mailbox;
import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.MessagePort;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.NonIsotachPort;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.spi.Membership;

/**
 * A program that runs in a JVM of its own, one for each member, with one host: {@code talk} sends messages and takes
 * part in barriers, {@code act} does atomic actions. Each prints what depends on the order of all members. The last
 * argument says which, the others are those of {@link MemberSettings}.
 */
final class TalkingMember
{
    static final int ROUNDS = 50;
    static final int ACCOUNTS = 5;
    static final int INITIAL = 100;
    private static final int CHANNEL = 1;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final MemberSettings settings;
    private final int count;
    private final Membership membership;
    private long hash = 1;
    private long messages;
    private long completions;

    private TalkingMember(final MemberSettings settings)
    {
        this.settings = settings;
        count = settings.members().count();
        membership = new Membership(
            settings.members(), settings.members().name(settings.own()), AeronTrunks.with(settings.trunks()),
            Duration.ofMillis(settings.joinTimeoutMs()));
    }

    /**
     * Runs the program.
     *
     * @param arguments see the class.
     */
    public static void main(final String[] arguments)
    {
        try
        {
            final int last = arguments.length - 1;
            final TalkingMember member = new TalkingMember(new MemberSettings(Arrays.copyOf(arguments, last)));
            if ("talk".equals(arguments[last]))
            {
                member.talk();
            }
            else
            {
                member.act();
            }
            System.out.println("CLOSED");
        }
        catch (final Throwable ex)
        {
            System.out.println("FAILED " + ex);
            ex.printStackTrace(System.out);
            System.exit(1);
        }
    }

    private void talk()
    {
        try (Cluster cluster =
            Cluster.launch(new ClusterContext().topology(Topology.chain(count, count)), membership))
        {
            final Messaging messaging = Messaging.on(cluster);
            final Host host = cluster.localHosts().get(0);
            final MessagePort port = messaging.port(host.isochron());
            final NonIsotachPort plain = messaging.nonIsotachPort(host);
            final Mailbox mailbox = messaging.mailbox(host);
            mailbox.registerBarrier(CHANNEL, BarrierMode.STRONG);
            cluster.join();
            messaging.open(host);
            final byte[] bytes = new byte[1];
            for (int round = 0; round < ROUNDS; round++)
            {
                send(port, round);
                bytes[0] = (byte)round;
                plain.send((host.id() + 1) % count, bytes, 0, 1);
                port.barrier(CHANNEL, BarrierMode.STRONG);
                boolean isComplete = false;
                while (!isComplete)
                {
                    isComplete = take(mailbox.await());
                }
                plain.await();
                if (round != plain.message().getByte(0))
                {
                    throw new IllegalStateException(
                        "non-isotach message " + plain.message().getByte(0) + " instead of " + round);
                }
            }
            while (!messaging.tryClose(host))
            {
                plain.receive();
                final Delivery delivery = mailbox.receive();
                if (null != delivery)
                {
                    take(delivery);
                }
            }
            System.out.println("HASH " + messages + ' ' + completions + ' ' + hash);
        }
    }

    private void send(final MessagePort port, final int round)
    {
        final Isochron isochron = port.isochron();
        isochron.begin();
        final MessageBuffer message =
            port.claim(HostSet.of(count, IntStream.range(0, count).toArray()), Long.BYTES);
        message.putLong(0, round);
        isochron.issue();
    }

    /**
     * @return true if it is the completion of a barrier.
     */
    private boolean take(final Delivery delivery)
    {
        hash = 31 * hash + delivery.pulse();
        if (Delivery.Kind.MESSAGE == delivery.kind())
        {
            messages++;
            hash = 31 * (31 * hash + delivery.sender()) + delivery.message().getLong(0);
            return false;
        }
        completions++;
        return true;
    }

    private void act()
    {
        try (Isotach isotach = Isotach.launch(
            new IsotachContext().hosts(count).memory(1024).awaitTimeout(LIMIT).membership(membership)))
        {
            final IsoLong[] accounts = isotach.longs("account", ACCOUNTS, INITIAL);
            final IsoLong done = isotach.longVariable("done");
            final IsoReference<String> last = isotach.reference("last", "nothing yet");
            isotach.join();
            final Topic<Long> topic = isotach.topic("amounts");
            final Subscription<Long> subscription = topic.subscribe();
            isotach.apply(done.add(1));
            await(isotach, done, count);
            for (int round = 0; round < ROUNDS; round++)
            {
                final IsoLong from = accounts[(settings.own() + round) % ACCOUNTS];
                final IsoLong to = accounts[(settings.own() + round + 1 + round % 3) % ACCOUNTS];
                isotach.update(from, to, last).execute(action ->
                {
                    final long amount = action.get(from) / 3;
                    action.set(last, amount + ", before: " + action.get(last).split(",")[0]);
                    action.set(from, action.get(from) - amount);
                    action.set(to, action.get(to) + amount);
                    action.send(topic, amount);
                });
            }
            for (int i = 0; i < ROUNDS * count; i++)
            {
                messages++;
                hash = 31 * hash + subscription.take();
            }
            isotach.apply(done.add(1));
            await(isotach, done, 2L * count);
            final StringBuilder values = new StringBuilder();
            long sum = 0;
            for (final IsoLong account : accounts)
            {
                final long value = account.get();
                sum += value;
                values.append(' ').append(value);
            }
            values.append(' ').append(last.get());
            System.out.println("HASH " + messages + ' ' + sum + ' ' + hash + values);
        }
    }

    private static void await(final Isotach isotach, final IsoLong done, final long value)
    {
        isotach.update(done).when(now -> now.get(done) >= value, LIMIT).execute(action -> action.get(done));
    }
}
