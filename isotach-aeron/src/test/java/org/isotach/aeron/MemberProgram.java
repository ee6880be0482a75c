/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.aeron;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.MemberLostException;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.Host;
import org.isotach.niu.Stall;
import org.isotach.niu.spi.Members;
import org.isotach.niu.spi.Membership;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.smm.PageLostException;
import org.isotach.smm.SharedMemory;
import org.isotach.smm.UpdateFunction;

/**
 * A member in a JVM of its own: two hosts on one switch. Each host issues random isochrons, which update variables at
 * hosts of all members. The function that most of them apply depends on the order, so copies are the same only if all
 * hosts have executed them in one order. Goes on when an empty line comes from whoever has started it; {@code expel m2}
 * expels a member, and {@code lost m2} waits until a stall says that it is lost.
 * <p>
 * Arguments: number of the member, its settings as {@code name=value}; {@code endpoints} are those of all members.
 */
public final class MemberProgram
{
    static final int HOSTS_PER_MEMBER = 2;
    static final int PAGES = 6;
    private static final int PAGE_SIZE = 4;
    private static final int MAX_OPERATIONS = 4;
    private static final int ORDER = 0;
    private static final int COUNT = 1;

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final MemberSettings settings;
    private final PageMap pageMap;

    private MemberProgram(final MemberSettings settings)
    {
        this.settings = settings;
        pageMap = newPageMap(settings.members().count() * HOSTS_PER_MEMBER, settings.seed());
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
            new MemberProgram(new MemberSettings(arguments)).run();
        }
        catch (final MemberLostException ex)
        {
            say("LOST " + ex.getMessage());
        }
        catch (final Throwable ex)
        {
            System.out.println("FAILED " + ex.getMessage());
            if (!(ex instanceof org.isotach.IsotachException))
            {
                ex.printStackTrace(System.out);
            }
            System.exit(1);
        }
    }

    private static Topology topology(final int members)
    {
        final Topology.Builder builder = Topology.builder();
        for (int member = 0; member < members; member++)
        {
            final int switchId = builder.addSwitch();
            if (member > 0)
            {
                builder.connect(switchId - 1, switchId);
            }
        }
        for (int host = 0; host < members * HOSTS_PER_MEMBER; host++)
        {
            builder.addHost(host / HOSTS_PER_MEMBER);
        }
        return builder.build();
    }

    /**
     * Page 0 is everywhere, the others are at random hosts, the same for all members.
     */
    private static PageMap newPageMap(final int hosts, final long seed)
    {
        final Random random = new Random(seed);
        final PageMap.Builder builder = PageMap.builder().pageSize(PAGE_SIZE).everywhere(0);
        for (int page = 1; page < PAGES; page++)
        {
            final int first = random.nextInt(hosts);
            builder.page(page, first, (first + 1 + random.nextInt(hosts - 1)) % hosts);
        }
        return builder.build();
    }

    private void run() throws Exception
    {
        final Members members = settings.members();
        final ClusterContext context = new ClusterContext()
            .topology(topology(members.count()))
            .linkRingSize(settings.linkRingSize())
            .closeTimeout(Duration.ofMillis(settings.closeTimeoutMs()))
            .errorHandler(this::onError);
        try (Cluster cluster = Cluster.launch(
            context,
            new Membership(members, members.name(settings.own()), AeronTrunks.with(settings.trunks()),
                Duration.ofMillis(settings.joinTimeoutMs()))))
        {
            final SharedMemory memory = SharedMemory.on(cluster, pageMap);
            final UpdateFunction combine = memory.registerFunction(0, (value, argument) -> 31 * value + argument);
            cluster.join();
            final Thread reader = new Thread(() -> readInput(cluster));
            reader.setDaemon(true);
            reader.start();
            say("JOINED");
            issueAll(cluster, memory, combine);
            check();
            awaitLine();
            readAll(cluster, memory);
            say("READ");
            awaitLine();
        }
        check();
        say("CLOSED");
    }

    private static void say(final String line)
    {
        System.out.println(line);
        System.out.flush();
    }

    private void awaitLine() throws InterruptedException
    {
        if (!lines.take().isEmpty())
        {
            throw new IllegalStateException("whoever has started this is gone");
        }
    }

    private void readInput(final Cluster cluster)
    {
        try (BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)))
        {
            for (String line = input.readLine(); null != line; line = input.readLine())
            {
                final String[] words = line.split(" ");
                if ("expel".equals(words[0]))
                {
                    say("EXPELLED " + words[1] + ' ' + cluster.expelMember(words[1]));
                }
                else if ("lost".equals(words[0]))
                {
                    awaitLost(cluster, "member " + words[1]);
                }
                else
                {
                    lines.add(line);
                }
            }
        }
        catch (final MemberLostException ex)
        {
            say("LOST " + ex.getMessage());
        }
        catch (final IOException | RuntimeException | InterruptedException ex)
        {
            failure.compareAndSet(null, ex);
        }
        lines.add("end");
    }

    private static void awaitLost(final Cluster cluster, final String member) throws InterruptedException
    {
        Stall found = null;
        while (null == found)
        {
            Thread.sleep(10);
            found = cluster.stalls().stream()
                .filter(stall -> member.equals(stall.unit()) && stall.description().startsWith(member + " is lost: "))
                .findFirst().orElse(null);
        }
        say("STALL " + found);
    }

    private void onError(final Throwable error)
    {
        if (!settings.isTolerant() || !(error instanceof IsotachException))
        {
            failure.compareAndSet(null, error);
        }
    }

    private void check()
    {
        final Throwable thrown = failure.get();
        if (thrown instanceof MemberLostException lost)
        {
            throw lost;
        }
        if (null != thrown)
        {
            throw new IllegalStateException(thrown);
        }
    }

    private void issueAll(final Cluster cluster, final SharedMemory memory, final UpdateFunction combine)
        throws InterruptedException
    {
        final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.millis());
        final List<Thread> threads = new ArrayList<>();
        for (final Host host : cluster.localHosts())
        {
            final Thread thread = new Thread(() -> issue(host, memory.port(host), combine, endNs));
            thread.setUncaughtExceptionHandler((which, ex) -> failure.compareAndSet(null, ex));
            threads.add(thread);
            thread.start();
        }
        for (final Thread thread : threads)
        {
            thread.join();
        }
    }

    private void issue(final Host host, final MemoryPort port, final UpdateFunction combine, final long endNs)
    {
        final Random random = new Random(settings.seed() + host.id());
        final Isochron isochron = host.isochron();
        final IsoValue value = new IsoValue();
        long issued = 0;
        long everywhere = 0;
        while (System.nanoTime() < endNs)
        {
            isochron.begin();
            final long id = ((long)host.id() << 32) + issued++;
            final boolean isCounted = 0 == random.nextInt(2);
            if (isCounted)
            {
                port.update(isochron, ORDER, combine, id);
                port.update(isochron, COUNT, UpdateFunction.ADD, 1);
                everywhere++;
            }
            try
            {
                issueOne(port, isochron, combine, random, id, value);
            }
            catch (final PageLostException ex)
            {
                isochron.abandon();
                everywhere -= isCounted ? 1 : 0;
            }
        }
        isochron.awaitExecuted();
        say("ISSUED " + host.id() + ' ' + issued + ' ' + everywhere);
    }

    private void issueOne(
        final MemoryPort port,
        final Isochron isochron,
        final UpdateFunction combine,
        final Random random,
        final long id,
        final IsoValue value)
    {
        for (int i = random.nextInt(MAX_OPERATIONS); i >= 0; i--)
        {
            final int page = 1 + random.nextInt(PAGES - 1);
            port.update(isochron, pageMap.addressOf(page, random.nextInt(PAGE_SIZE)), combine, id);
        }
        final boolean isRead = 0 == random.nextInt(32);
        if (isRead)
        {
            port.read(isochron, pageMap.addressOf(1 + random.nextInt(PAGES - 1), 0), value);
        }
        isochron.issue();
        if (isRead)
        {
            try
            {
                value.await();
            }
            catch (final HostExpelledException ex)
            {
                // Who was to answer is gone.
                check();
            }
        }
    }

    /**
     * All members have issued everything, so a fresh isochron comes behind all of that.
     */
    private void readAll(final Cluster cluster, final SharedMemory memory)
    {
        for (final Host host : cluster.localHosts())
        {
            final MemoryPort port = memory.port(host);
            final Isochron isochron = host.isochron();
            for (int page = 0; page < PAGES; page++)
            {
                if (pageMap.holds(page, host.id()))
                {
                    final StringBuilder line = new StringBuilder("COPY " + host.id() + ' ' + page);
                    for (int index = 0; index < PAGE_SIZE; index++)
                    {
                        final IsoValue value = new IsoValue();
                        port.read(isochron.begin().fresh(), pageMap.addressOf(page, index), value);
                        isochron.issue();
                        line.append(' ').append(value.await());
                    }
                    say(line.toString());
                }
            }
        }
    }
}
