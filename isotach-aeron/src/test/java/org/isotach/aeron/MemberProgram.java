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
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import org.isotach.HostExpelledException;
import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.MemberLostException;
import org.isotach.PageMap;
import org.isotach.Topology;
import org.isotach.aeron.views.replicated.ReplicatedViewStore;
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
 * expels a member, {@code stall member m2 is lost} waits for a stall that begins with these words, {@code more 100}
 * waits until each host of this member has executed so many more of its own isochrons, and {@code stop} ends what is
 * {@code endless}.
 * <p>
 * Arguments: number of the member, its settings as {@code name=value}; {@code endpoints} are those of all members. A
 * member that is {@code held} waits for an empty line before it joins. Hosts that are {@code endless} issue slowly,
 * until they are told to stop. Each host writes what it has executed, in its order, to the directory {@code history}.
 * The {@code nodes} decide who goes on, for the {@code cluster} of that name.
 */
public final class MemberProgram
{
    static final int HOSTS_PER_MEMBER = 2;
    static final int PAGES = 6;
    private static final int PAGE_SIZE = 4;
    private static final int MAX_OPERATIONS = 4;
    private static final int ORDER = 0;
    private static final int COUNT = 1;
    private static final int COMBINE = 0;
    private static final int COMBINE_AND_WRITE = 1;

    // Of a host that issues slowly.
    private static final int BATCH = 8;
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final MemberSettings settings;
    private final PageMap pageMap;
    private final Map<Integer, ExecutedOrder> orders = new TreeMap<>();
    private final AtomicLongArray executed;
    private volatile boolean isToldToStop;

    private MemberProgram(final MemberSettings settings)
    {
        this.settings = settings;
        final int hosts = settings.members().count() * HOSTS_PER_MEMBER;
        pageMap = newPageMap(hosts, settings.seed());
        executed = new AtomicLongArray(hosts);
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
            say("LOST", ex);
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
        try (ReplicatedViewStore store = settings.newStore())
        {
            runMember(store);
        }
        finally
        {
            for (final Map.Entry<Integer, ExecutedOrder> order : orders.entrySet())
            {
                order.getValue().write(settings.history(), order.getKey());
            }
        }
    }

    private void runMember(final ReplicatedViewStore store) throws Exception
    {
        final Members members = settings.members();
        final ClusterContext context = new ClusterContext()
            .topology(topology(members.count()))
            .linkRingSize(settings.linkRingSize())
            .awaitTimeout(Duration.ofMillis(settings.awaitTimeoutMs()))
            .closeTimeout(Duration.ofMillis(settings.closeTimeoutMs()))
            .errorHandler(this::onError);
        try (Cluster cluster = Cluster.launch(
            context,
            new Membership(members, members.name(settings.own()), AeronTrunks.with(settings.trunks()),
                Duration.ofMillis(settings.joinTimeoutMs()), settings.authority(store))))
        {
            final SharedMemory memory = SharedMemory.on(cluster, pageMap);
            final UpdateFunction combine = memory.registerFunction(COMBINE, MemberProgram::combine);
            final UpdateFunction order = registerOrder(cluster, memory, combine);
            startDaemon(() -> readInput(cluster));
            if (settings.isHeld())
            {
                say("LAUNCHED");
                awaitLine();
            }
            cluster.join();
            say("JOINED");
            try
            {
                issueAll(cluster, memory, combine, order);
                check();
                awaitLine();
                readAll(cluster, memory);
                say("READ");
                awaitLine();
            }
            catch (final MemberLostException ex)
            {
                sayThatAllCallsFail(cluster);
                throw ex;
            }
        }
        check();
        say("CLOSED");
    }

    static long combine(final long value, final long argument)
    {
        return 31 * value + argument;
    }

    /**
     * Registers what is applied once at each host, in its order.
     */
    private UpdateFunction registerOrder(
        final Cluster cluster, final SharedMemory memory, final UpdateFunction combine)
    {
        UpdateFunction order = combine;
        if (null != settings.history())
        {
            for (final Host host : cluster.localHosts())
            {
                final ExecutedOrder ofHost = new ExecutedOrder();
                orders.put(host.id(), ofHost);
                order = memory.registerFunction(host, COMBINE_AND_WRITE, (value, argument) ->
                {
                    ofHost.add(argument);
                    return combine(value, argument);
                });
            }
        }
        return order;
    }

    /**
     * A member that is out gets an exception from every call, which says why.
     */
    private void sayThatAllCallsFail(final Cluster cluster)
    {
        final Members members = settings.members();
        final Host host = cluster.localHosts().get(0);
        final List<Runnable> calls = List.of(
            host::isochron,
            cluster::tryJoin,
            () -> cluster.expel(host.id()),
            () -> cluster.expelMember(members.name(0 == settings.own() ? 1 : 0)));
        MemberLostException why = null;
        for (final Runnable call : calls)
        {
            try
            {
                call.run();
                throw new IllegalStateException("call " + calls.indexOf(call) + " has succeeded, but it is out");
            }
            catch (final MemberLostException ex)
            {
                why = ex;
            }
        }
        say("OUT", why);
    }

    private static void say(final String line)
    {
        System.out.println(line);
        System.out.flush();
    }

    /**
     * Says in one line what was thrown.
     */
    private static void say(final String word, final Throwable thrown)
    {
        say(word + ' ' + thrown.getMessage().replace('\n', ' '));
    }

    private static void startDaemon(final Runnable work)
    {
        final Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
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
                final String[] words = line.split(" ", 2);
                if ("expel".equals(words[0]))
                {
                    // It may wait for another one that has to be expelled, too.
                    startDaemon(() -> expel(cluster, words[1]));
                }
                else if ("stall".equals(words[0]))
                {
                    awaitStall(cluster, words[1]);
                }
                else if ("more".equals(words[0]))
                {
                    awaitMore(cluster, Long.parseLong(words[1]));
                }
                else if ("stop".equals(words[0]))
                {
                    isToldToStop = true;
                }
                else
                {
                    lines.add(line);
                }
            }
        }
        catch (final IOException | RuntimeException | InterruptedException ex)
        {
            failure.compareAndSet(null, ex);
        }
        lines.add("end");
    }

    private void expel(final Cluster cluster, final String member)
    {
        try
        {
            say("EXPELLED " + member + ' ' + cluster.expelMember(member));
        }
        catch (final MemberLostException ex)
        {
            say("LOST", ex);
        }
        catch (final IsotachException ex)
        {
            say("REFUSED", ex);
        }
        catch (final RuntimeException ex)
        {
            failure.compareAndSet(null, ex);
        }
    }

    private void awaitMore(final Cluster cluster, final long count) throws InterruptedException
    {
        final long[] ends = new long[executed.length()];
        for (final Host host : cluster.localHosts())
        {
            ends[host.id()] = executed.get(host.id()) + count;
        }
        for (final Host host : cluster.localHosts())
        {
            while (executed.get(host.id()) < ends[host.id()])
            {
                Thread.sleep(10);
            }
        }
        say("MORE");
    }

    private static void awaitStall(final Cluster cluster, final String description) throws InterruptedException
    {
        Stall found = null;
        while (null == found)
        {
            Thread.sleep(10);
            found = cluster.stalls().stream()
                .filter(stall -> stall.description().startsWith(description)).findFirst().orElse(null);
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

    private void issueAll(
        final Cluster cluster, final SharedMemory memory, final UpdateFunction combine, final UpdateFunction order)
        throws InterruptedException
    {
        final long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.millis());
        final List<Thread> threads = new ArrayList<>();
        for (final Host host : cluster.localHosts())
        {
            final Thread thread = new Thread(() -> issue(host, memory.port(host), combine, order, endNs));
            thread.setUncaughtExceptionHandler((which, ex) -> failure.compareAndSet(null, ex));
            threads.add(thread);
            thread.start();
        }
        for (final Thread thread : threads)
        {
            thread.join();
        }
    }

    private void issue(
        final Host host,
        final MemoryPort port,
        final UpdateFunction combine,
        final UpdateFunction order,
        final long endNs)
    {
        final Random random = new Random(settings.seed() + host.id());
        final Isochron isochron = host.isochron();
        final IsoValue value = new IsoValue();
        long issued = 0;
        long everywhere = 0;
        while (settings.isEndless() ? !isToldToStop : System.nanoTime() < endNs)
        {
            isochron.begin();
            final long id = ((long)host.id() << 32) + issued++;
            final boolean isCounted = 0 == random.nextInt(2);
            if (isCounted)
            {
                port.update(isochron, ORDER, order, id);
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
            if (settings.isEndless() && 0 == issued % BATCH)
            {
                isochron.awaitExecuted();
                executed.set(host.id(), issued);
                LockSupport.parkNanos(PAUSE_NS);
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
