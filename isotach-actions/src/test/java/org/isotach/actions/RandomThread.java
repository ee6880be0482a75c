/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ForkJoinPool;

import org.isotach.ClusterClosedException;
import org.isotach.HostExpelledException;
import org.isotach.IsotachInterruptedException;
import org.isotach.IsotachTimeoutException;
import org.isotach.smm.SchedCancelledException;

import static org.junit.jupiter.api.Assertions.assertFalse;

/**
 * A thread of a random program: calls of all kinds, one after another. It looks whether what it sees may be, and
 * whether calls throw what they may throw.
 */
final class RandomThread implements Runnable
{
    private static final int CALLS = 250;

    private final RandomVariables all;
    private final RandomSettings settings;
    private final int number;
    private final Random random;
    private final List<Runnable> calls = List.of(
        this::transfer,
        this::transferThatFails,
        this::audit,
        this::auditByWords,
        this::change,
        this::runPrepared,
        this::readPair,
        this::setPair,
        this::readReference,
        this::setReference,
        this::takeTicket,
        this::runBody,
        this::takePortion,
        this::send,
        this::runElsewhere,
        this::reserve,
        this::reserveForAnAnswer,
        this::reserveInTurn,
        this::submit,
        this::await);
    private final List<CompletableFuture<?>> futures = new ArrayList<>();
    private Pipeline pipeline;
    private long lastTicket = -1;
    private int notes;

    /**
     * What bodies throw.
     */
    static final class MeantException extends RuntimeException
    {
        private static final long serialVersionUID = 1;
    }

    RandomThread(final RandomVariables all, final RandomSettings settings, final int number)
    {
        this.all = all;
        this.settings = settings;
        this.number = number;
        random = settings.random(number);
    }

    @Override
    public void run()
    {
        try
        {
            for (int i = 0; i < CALLS && all.failures().isEmpty(); i++)
            {
                call(calls.get(random.nextInt(calls.size())));
            }
            call(this::closePipeline);
            for (int i = 0; i < futures.size() && all.failures().isEmpty(); i++)
            {
                call(futures.get(i)::join);
            }
        }
        catch (final Throwable ex)
        {
            all.fails(ex);
        }
    }

    private void call(final Runnable call)
    {
        try
        {
            call.run();
        }
        catch (final CompletionException ex)
        {
            checkExpected(ex.getCause());
        }
        catch (final RuntimeException ex)
        {
            checkExpected(ex);
        }
    }

    private void checkExpected(final Throwable thrown)
    {
        final boolean isInterrupt = thrown instanceof IsotachInterruptedException;
        if (isInterrupt)
        {
            Thread.interrupted();
        }
        // Others may have given up what a call waited for, but for those that take their place again.
        final boolean isExpected = thrown instanceof MeantException || thrown instanceof CancellationException ||
            thrown instanceof DeadlockException || thrown instanceof SchedCancelledException ||
            isInterrupt && settings.isInterrupting() ||
            thrown instanceof HostExpelledException && settings.isExpelling() ||
            thrown instanceof ClusterClosedException && settings.isClosing();
        if (!isExpected)
        {
            throw new AssertionError(settings.toString(), thrown);
        }
    }

    private int account()
    {
        return random.nextInt(RandomVariables.ACCOUNTS);
    }

    private int otherThan(final int account)
    {
        return (account + 1 + random.nextInt(RandomVariables.ACCOUNTS - 1)) % RandomVariables.ACCOUNTS;
    }

    private Update update(final int from, final int to)
    {
        return all.isotach.update(all.accounts[from], all.accounts[to]);
    }

    private void transfer()
    {
        final int from = account();
        final int to = otherThan(from);
        final long amount = random.nextInt(10);
        update(from, to).execute(action -> all.move(action, from, to, amount));
    }

    private void transferThatFails()
    {
        final int from = account();
        update(from, otherThan(from)).execute(action ->
        {
            action.set(all.accounts[from], -1);
            throw new MeantException();
        });
    }

    private void audit()
    {
        RandomVariables.checkTotal(all.total.take());
    }

    private void auditByWords()
    {
        final long[] words = new long[RandomVariables.ACCOUNTS];
        all.total.takeWords(words);
        long sum = 0;
        for (final long word : words)
        {
            sum += word;
        }
        RandomVariables.checkTotal(sum);
    }

    private void change()
    {
        final int from = account();
        all.isotach.apply(all.accounts[from].add(-2), all.accounts[otherThan(from)].add(2));
        all.changes.apply();
    }

    private void runPrepared()
    {
        all.prepared.run();
    }

    private void readPair()
    {
        RandomVariables.checkPair(all.pair.get());
    }

    private void setPair()
    {
        final long value = random.nextLong();
        if (random.nextBoolean())
        {
            all.isotach.write(batch -> batch.set(all.pair, new RandomVariables.Pair(value, value)));
            return;
        }
        all.isotach.update(all.pair).execute(action ->
        {
            final RandomVariables.Pair before = action.get(all.pair);
            RandomVariables.checkPair(before);
            action.set(all.pair, new RandomVariables.Pair(before.first() + 1, before.second() + 1));
        });
    }

    private void readReference()
    {
        RandomVariables.checkTwice(all.twice.get());
    }

    private void setReference()
    {
        final long value = random.nextLong();
        if (random.nextBoolean())
        {
            all.twice.set(List.of(value, value));
            return;
        }
        all.isotach.update(all.twice).execute(action ->
        {
            RandomVariables.checkTwice(action.get(all.twice));
            action.set(all.twice, List.of(value, value));
        });
    }

    private void takeTicket()
    {
        final long ticket = nextTicket();
        all.hasTaken(ticket, lastTicket);
        lastTicket = ticket;
    }

    private long nextTicket()
    {
        switch (random.nextInt(5))
        {
            case 0:
                return all.tickets.getAndIncrement();
            case 1:
                return all.tickets.updateAndGet(value -> value + 1) - 1;
            case 2:
                long expected = all.tickets.get();
                long ticket = all.tickets.compareAndExchange(expected, expected + 1);
                while (ticket != expected)
                {
                    expected = ticket;
                    ticket = all.tickets.compareAndExchange(expected, expected + 1);
                }
                return ticket;
            default:
                return all.tickets.getAndAdd(1);
        }
    }

    private void runBody()
    {
        final boolean[] hasRun = new boolean[1];
        boolean isDone = false;
        try
        {
            all.isotach.update(all.bodies).execute(action ->
            {
                assertFalse(hasRun[0], "a body ran twice");
                hasRun[0] = true;
                action.set(all.bodies, action.get(all.bodies) + 1);
            });
            isDone = true;
        }
        finally
        {
            if (hasRun[0] || isDone)
            {
                all.hasRun(isDone);
            }
        }
    }

    private void takePortion()
    {
        boolean isDone = false;
        try
        {
            all.stock.getAndUpdate(all.isotach.function(0), RandomVariables.PORTION);
            isDone = true;
        }
        finally
        {
            all.hasTakenPortion(isDone);
        }
    }

    private void send()
    {
        final RandomVariables.Note note = new RandomVariables.Note(number, notes++);
        boolean isDone = false;
        try
        {
            all.isotach.update(all.accounts[account()]).execute(action -> action.send(all.topic, note));
            isDone = true;
        }
        finally
        {
            all.hasSent(note, isDone);
        }
    }

    private void runElsewhere()
    {
        final int from = account();
        final int to = otherThan(from);
        final CompletableFuture<Void> future = update(from, to).runAsync(action ->
        {
            all.move(action, from, to, 3);
            return null;
        }, ForkJoinPool.commonPool());
        if (random.nextInt(4) == 0)
        {
            future.cancel(false);
        }
        futures.add(future);
    }

    private void reserve()
    {
        final int from = account();
        final int to = otherThan(from);
        try (Reservation held = all.isotach.reserve(all.accounts[from], all.accounts[to]))
        {
            if (random.nextBoolean())
            {
                held.<Void, RuntimeException>assign(action ->
                {
                    all.move(action, from, to, 4);
                    return null;
                });
            }
        }
    }

    private void reserveForAnAnswer()
    {
        final int from = account();
        final int to = otherThan(from);
        final CompletableFuture<Long> answer = new CompletableFuture<>();
        try (Reservation held = all.isotach.reserve(all.accounts[from], all.accounts[to]))
        {
            final CompletableFuture<Void> assigned =
                held.assignWhen(answer, (amount, action) -> all.move(action, from, to, amount));
            futures.add(assigned);
            switch (random.nextInt(4))
            {
                case 0:
                    assigned.cancel(false);
                    break;
                case 1:
                    answer.completeExceptionally(new MeantException());
                    break;
                default:
                    ForkJoinPool.commonPool().execute(() -> answer.complete(5L));
            }
        }
    }

    /**
     * Threads may do so in a circle, which is found if there is room for one more read.
     */
    private void reserveInTurn()
    {
        if (settings.areReadsFew())
        {
            return;
        }
        final int first = account();
        try (Reservation held = all.isotach.reserve(all.accounts[first]);
            Reservation more = all.isotach.reserve(all.accounts[otherThan(first)]))
        {
            assertFalse(held.isEnded() || more.isEnded());
        }
    }

    private void submit()
    {
        if (null == pipeline)
        {
            pipeline = all.isotach.pipeline(1 + random.nextInt(4));
        }
        final int from = account();
        final int to = otherThan(from);
        futures.add(pipeline.submit(update(from, to), action ->
        {
            all.move(action, from, to, 6);
            return null;
        }));
        if (random.nextInt(8) == 0)
        {
            closePipeline();
        }
    }

    private void closePipeline()
    {
        if (null != pipeline)
        {
            final Pipeline last = pipeline;
            pipeline = null;
            last.close();
        }
    }

    private void await()
    {
        final IsoLong account = all.accounts[account()];
        try
        {
            all.isotach.update(account)
                .when(now -> 0 == now.get(account) % 3, Duration.ofMillis(random.nextInt(3)))
                .execute(action -> action.set(account, action.get(account)));
        }
        catch (final IsotachTimeoutException ex)
        {
            // It was not true in time.
            assertFalse(ex.getMessage().isEmpty());
        }
    }
}
