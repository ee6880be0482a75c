/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.actions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import org.isotach.Isochron;
import org.isotach.IsotachException;
import org.isotach.actions.DeadlockException;
import org.isotach.actions.IsoLong;
import org.isotach.actions.IsoVariable;
import org.isotach.actions.Pipeline;
import org.isotach.actions.PreparedAction;
import org.isotach.actions.Reservation;
import org.isotach.actions.Snapshot;
import org.isotach.niu.Host;
import org.isotach.smm.MemoryPort;

/**
 * One thread: a program that is drawn.
 */
final class ActionsProgram extends DrawnProgram
{
    private static final int MAX_BITS = 60;
    private static final Duration NEVER = Duration.ofNanos(Long.MAX_VALUE);

    private final ActionsRun run;
    private final Host host;
    private final LateSteps lateSteps;

    // Draws of its own: all other runs stay as they are.
    private final Random own;
    private final boolean readsByActions;
    private Thread thread;
    private long progress;

    ActionsProgram(final ActionsRun run, final int number)
    {
        super(run.simulation, number);
        this.run = run;
        final List<Host> hosts = run.cluster.localHosts();
        host = hosts.get(number % hosts.size());
        lateSteps = new LateSteps(run, this, random());
        own = new Random(run.simulation.seed() * Integer.SIZE + number);
        readsByActions = 0 == own.nextInt(4);
    }

    /**
     * Returns the host at which it writes through a port.
     */
    Host host()
    {
        return host;
    }

    void run()
    {
        run.join();
        thread = Thread.currentThread();
        for (int i = 1; i <= steps(); i++)
        {
            try
            {
                step(random().nextInt(12));
            }
            catch (final IsotachException ex)
            {
                note(ex instanceof DeadlockException || Thread.currentThread().isInterrupted(),
                    "the interrupt is gone: " + ex);
            }
            Thread.interrupted();
            goOn();
            run.simulation.pause();
            awaitOther(i);
        }
        ended();
        Thread.interrupted();
    }

    private void step(final int kind)
    {
        switch (kind)
        {
            case 0, 1:
                transfer();
                break;
            case 2:
                pipeline();
                break;
            case 3:
                reserve();
                break;
            case 4:
                apply();
                break;
            case 5:
                write();
                break;
            case 6:
                lateSteps.async();
                break;
            case 7:
                lateSteps.answer();
                break;
            case 8:
                interruptOther();
                break;
            case 9:
                count();
                break;
            default:
                snapshot();
                break;
        }
    }

    private void write()
    {
        if (null != run.label && random().nextBoolean())
        {
            label(1L + random().nextInt(100));
            return;
        }
        run.isotach.write(batch ->
        {
            batch.set(run.blind[0], progress + 1).set(run.blind[1], progress + 1);
            if (null == run.label)
            {
                batch.set(run.text, "text of " + number());
            }
        });
    }

    private void label(final long next)
    {
        if (random().nextBoolean())
        {
            run.isotach.write(batch -> batch
                .set(run.text, ActionsRun.textOf(next))
                .set(run.blind[0], next)
                .set(run.label, next)
                .set(run.blind[1], next));
        }
        else
        {
            run.isotach.update(run.label, run.text).execute(action ->
            {
                note(run.isTextRight(action), number() + " sets the text, and before it is " + action.get(run.text));
                run.simulation.pause();
                action.set(run.label, next);
                action.set(run.text, ActionsRun.textOf(next));
            });
        }
    }

    private void transfer()
    {
        final Transfer transfer = new Transfer(run, this, random());
        try
        {
            transfer.update().run(transfer);
            transfer.ended(null);
        }
        catch (final RuntimeException ex)
        {
            transfer.ended(ex);
            rethrow(ex);
        }
    }

    private static void rethrow(final RuntimeException ex)
    {
        if (!(ex instanceof Transfer.Refused))
        {
            throw ex;
        }
    }

    private void pipeline()
    {
        final List<Transfer> transfers = new ArrayList<>();
        final List<CompletableFuture<Long>> futures = new ArrayList<>();
        try (Pipeline pipeline = run.isotach.pipeline(1 + random().nextInt(3)))
        {
            for (int i = 1 + random().nextInt(4); i > 0; i--)
            {
                final Transfer transfer = new Transfer(run, this, random());
                futures.add(pipeline.submit(transfer.update(), transfer));
                transfers.add(transfer);
            }
            run.simulation.pause();
            if (random().nextBoolean())
            {
                // Waits for what the pipeline has reserved; somebody goes on with it.
                snapshot();
            }
        }
        finally
        {
            for (int i = 0; i < futures.size(); i++)
            {
                transfers.get(i).awaitEnd(futures.get(i));
            }
        }
    }

    private void reserve()
    {
        final Transfer transfer = new Transfer(run, this, random());
        try (Reservation held = run.isotach.reserve(run.accounts[transfer.from()], run.accounts[transfer.to()]))
        {
            apply();
            run.simulation.pause();
            final int other = random().nextInt(run.accounts.length);
            if (!transfer.isOf(other))
            {
                // Perhaps in a circle with others.
                run.isotach.reserve(run.accounts[other]).close();
            }
            if (random().nextBoolean())
            {
                try
                {
                    held.assign(transfer);
                    transfer.ended(null);
                }
                catch (final Transfer.Refused ex)
                {
                    transfer.ended(ex);
                }
            }
        }
    }

    private void apply()
    {
        if (run.shared.nextBit < MAX_BITS)
        {
            final SerialOrder.Step step = run.order.begin("bit " + run.shared.nextBit + " of " + number());
            final long bit = 1L << run.shared.nextBit;
            step.bit(run.shared.nextBit++);
            run.isotach.apply(run.bits[0].add(bit), run.bits[1].add(bit));
            run.order.end(step);
        }
    }

    /**
     * What has been seen once, nobody sees an older value of later; nor of what was there before.
     */
    private void count()
    {
        if (random().nextBoolean())
        {
            run.isotach.apply(run.counter.add(1));
            run.shared.counted++;
        }
        final long before = Math.max(run.shared.counted, run.shared.seen);
        final long now = run.counter.get();
        note(now >= before, "counted to " + now + ", and " + before + " before");
        run.shared.seen = Math.max(run.shared.seen, now);
    }

    void snapshot()
    {
        final SerialOrder.Step step = run.order.begin("snapshot of " + number());
        final int first = random().nextInt(run.accounts.length);
        final int second = random().nextInt(run.accounts.length);
        final List<IsoVariable> variables = new ArrayList<>(List.of(
            run.accounts[first], run.bits[0], run.bits[1], run.accounts[second], run.blind[0], run.blind[1]));
        variables.add(run.text);
        if (null != run.label)
        {
            variables.add(run.label);
        }
        final Function<Snapshot, Void> check = now ->
        {
            note(now.get(run.bits[0]) == now.get(run.bits[1]), step + ": half of an apply()");
            note(now.get(run.blind[0]) == now.get(run.blind[1]), step + ": half of a write()");
            note(run.isTextRight(now), step + ": not the object that is referred to: " + now.get(run.text));
            step.readBits(now.get(run.bits[0]));
            step.read(first, version(now, first));
            step.read(second, version(now, second));
            return null;
        };
        final IsoVariable[] all = variables.toArray(IsoVariable[]::new);
        if (readsByActions && own.nextBoolean())
        {
            run.isotach.update().reading(all).run(check::apply);
        }
        else
        {
            run.isotach.snapshot(check, all);
        }
        run.order.end(step);
    }

    private long version(final Snapshot now, final int account)
    {
        return now.get(run.accounts[account]).version();
    }

    private void interruptOther()
    {
        final ActionsProgram other = run.shared.programs.get(random().nextInt(run.shared.programs.size()));
        if (null != other.thread && other != this)
        {
            other.thread.interrupt();
        }
    }

    /**
     * The own progress, in all ways to change a variable.
     */
    private void goOn()
    {
        final IsoLong own = run.progress[number()];
        final long next = ++progress;
        switch (random().nextInt(6))
        {
            case 0:
                own.set(next);
                break;
            case 1:
                run.isotach.apply(own.add(1));
                break;
            case 2:
                run.isotach.write(batch -> batch.set(own, next));
                break;
            case 3:
                writeThroughAPort(own, next);
                break;
            default:
                assign(own, next);
                break;
        }
    }

    private void writeThroughAPort(final IsoLong own, final long value)
    {
        final MemoryPort port = run.isotach.memory().port(host);
        final Isochron isochron = port.host().isochron();
        // Who writes past the library sees to the order by himself.
        port.write(isochron.begin().fresh(), own.address(), value);
        while (!isochron.tryIssue())
        {
            run.simulation.pause();
        }
        while (!isochron.isExecuted())
        {
            run.simulation.pause();
        }
        run.isotach.changed(own);
    }

    /**
     * Until it has succeeded: others wait for it.
     */
    private void assign(final IsoLong own, final long value)
    {
        final PreparedAction<Long> action = run.isotach.update(own).prepare(body -> body.set(own, value).get(own));
        boolean isDone = false;
        while (!isDone)
        {
            try
            {
                note(value == action.run(), "progress " + value);
                isDone = true;
            }
            catch (final IsotachException ex)
            {
                note(Thread.interrupted(), "" + ex);
            }
        }
    }

    /**
     * Waits for another one, which does not wait for this one at that time.
     */
    private void awaitOther(final int round)
    {
        if (number() > 0 && random().nextBoolean())
        {
            final int awaited = random().nextInt(number());
            final IsoLong other = run.progress[awaited];
            final int wanted = Math.min(round, run.shared.programs.get(awaited).steps());
            try
            {
                run.isotach.update(run.blind[0], run.blind[1]).reading(other)
                    .when(now -> now.get(other) >= wanted, NEVER)
                    .execute(action -> note(action.get(other) >= wanted, "a condition that is not true"));
            }
            catch (final IsotachException ex)
            {
                note(Thread.interrupted(), "" + ex);
            }
        }
    }
}
