/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Lets subjects take turns of some milliseconds on the same two threads, so that the processors are equally far from
 * each other for all of them, whatever they are.
 * <p>
 * In each round each subject has one turn, in an order that is drawn again each time (the orders are the same in each
 * run), so no subject always follows the same one. The subjects change places in these orders from JVM to JVM: the one
 * that is opened first is also compiled first. A turn begins with a part that is not measured, in which its memory
 * comes back to the caches. Then follow slices; their median counts, since other work on the machine spoils only some
 * of them. At the end, which is not measured either, everything in flight arrives: nothing is lost between two turns of
 * a subject, which continues where it stopped.
 * <p>
 * A round in which one of the two threads was without a processor for a tenth of a turn is repeated, as long as there
 * are no more such rounds than others.
 *
 * @param kind         of the subjects.
 * @param payload      length of the messages in bytes; 0 where there are none.
 * @param subjects     each a name, or a name, @ and the benchmarks.jar of another version.
 * @param turnMs       measured milliseconds of a turn.
 * @param warmupRounds rounds that do not count, until everything is compiled.
 * @param rounds       rounds that count.
 */
public record TurnRun(
    TurnKind kind, int payload, List<String> subjects, int turnMs, int warmupRounds, int rounds)
{
    /**
     * Separates a subject from the file that it is loaded from.
     */
    static final char FILE_SEPARATOR = '@';

    private static final int SLICES = 5;
    private static final long SEED = 1997;

    // While two threads spin on two processors the compiler gets little processor time.
    private static final int WARMUP_PAUSE_MS = 2;
    private static final double DIGITS = 100;

    /**
     * Copies the list.
     */
    public TurnRun
    {
        subjects = List.copyOf(subjects);
    }

    /**
     * Measures in this JVM.
     *
     * @return the times.
     * @throws InterruptedException     when interrupted.
     * @throws IllegalArgumentException when a subject cannot be opened.
     * @throws IllegalStateException    when a message was lost, or came twice.
     */
    public TurnTimes measure() throws InterruptedException
    {
        final List<Integer> places = new ArrayList<>();
        for (int place = 0; place < subjects.size(); place++)
        {
            places.add(place);
        }
        Collections.shuffle(places);
        final List<TurnSubject> opened = new ArrayList<>();
        try
        {
            for (final int place : places)
            {
                opened.add(open(subjects.get(place)));
            }
            final TurnTimes times = measure(opened, new ServingThread());
            final List<List<Double>> ns = new ArrayList<>();
            for (int place = 0; place < places.size(); place++)
            {
                ns.add(times.ns().get(places.indexOf(place)));
            }
            return new TurnTimes(subjects, ns, times.disturbed());
        }
        finally
        {
            opened.forEach(TurnSubject::close);
        }
    }

    private TurnSubject open(final String subject)
    {
        final int at = subject.indexOf(FILE_SEPARATOR);
        return at < 0 ? SubjectLoader.open(SubjectLoader.classPath(), kind, subject, payload) :
            SubjectLoader.open(List.of(Path.of(subject.substring(at + 1))), kind, subject.substring(0, at), payload);
    }

    /**
     * Measures subjects that are open.
     */
    TurnTimes measure(final List<TurnSubject> opened, final ServingThread serving) throws InterruptedException
    {
        try
        {
            return takeTurns(opened, serving);
        }
        catch (final RuntimeException ex)
        {
            if (null == serving.failure())
            {
                throw ex;
            }
            // It has interrupted this thread.
            Thread.interrupted();
            throw new IllegalStateException("the serving thread has failed: " + serving.failure().getMessage(), ex);
        }
        finally
        {
            serving.stop();
        }
    }

    private TurnTimes takeTurns(final List<TurnSubject> opened, final ServingThread serving)
        throws InterruptedException
    {
        final List<List<Double>> times = new ArrayList<>();
        final List<Integer> order = new ArrayList<>();
        for (int i = 0; i < opened.size(); i++)
        {
            times.add(new ArrayList<>());
            order.add(i);
        }
        final Random random = new Random(SEED);
        for (int round = 0; round < warmupRounds; round++)
        {
            Collections.shuffle(order, random);
            order.forEach((place) -> turn(opened.get(place), serving));
            Thread.sleep(WARMUP_PAUSE_MS);
        }
        int disturbed = 0;
        int repetitions = rounds;
        final double[] ns = new double[opened.size()];
        while (times.get(0).size() < rounds)
        {
            Collections.shuffle(order, random);
            boolean isDisturbed = false;
            for (final int place : order)
            {
                ns[place] = turn(opened.get(place), serving);
                isDisturbed |= serving.wasDisturbed();
            }
            if (isDisturbed && repetitions > 0)
            {
                repetitions--;
                continue;
            }
            disturbed += isDisturbed ? 1 : 0;
            for (int i = 0; i < ns.length; i++)
            {
                times.get(i).add(Math.rint(ns[i] * DIGITS) / DIGITS);
            }
        }
        return new TurnTimes(subjects, times, disturbed);
    }

    private double turn(final TurnSubject subject, final ServingThread serving)
    {
        final long sliceNs = TimeUnit.MILLISECONDS.toNanos(turnMs) / SLICES;
        final double[] slices = new double[SLICES];
        serving.begin(subject);
        subject.measureNs(sliceNs);
        for (int i = 0; i < SLICES; i++)
        {
            slices[i] = subject.measureNs(sliceNs);
        }
        serving.end(subject);
        return Quartiles.of(slices).median();
    }

    /**
     * Returns the approximate duration.
     *
     * @return seconds.
     */
    public double plannedSeconds()
    {
        final double turn = turnMs * (1 + 1.0 / SLICES);
        return ((warmupRounds + rounds) * turn * subjects.size() + warmupRounds * WARMUP_PAUSE_MS) / 1e3;
    }

    /**
     * Measures in a JVM of its own, with the JDK, the class path and the flags of this one.
     *
     * @return the times.
     * @throws IOException           when no JVM can be started.
     * @throws InterruptedException  when interrupted.
     * @throws IllegalStateException when the other JVM has failed.
     */
    public TurnTimes fork() throws IOException, InterruptedException
    {
        return fork(Optional.empty());
    }

    /**
     * Measures in a JVM of its own, with the class path and the flags of this one.
     *
     * @param jdk what it needs another JDK for; empty if nothing.
     * @return the times.
     * @throws IOException           when no JVM can be started.
     * @throws InterruptedException  when interrupted.
     * @throws IllegalStateException when the other JVM has failed, or there is no JDK for it.
     */
    public TurnTimes fork(final Optional<LaterJdk> jdk) throws IOException, InterruptedException
    {
        return Fork.run(
            jdk.map(LaterJdk::home).orElseGet(Fork::javaHome), Turns.class, arguments(), TurnTimes.class);
    }

    private List<String> arguments()
    {
        final List<String> arguments = new ArrayList<>(List.of(kind.toString()));
        arguments.addAll(subjects);
        if (kind.hasPayload())
        {
            arguments.addAll(List.of("--payload", String.valueOf(payload)));
        }
        arguments.addAll(List.of(
            "--jvms", "1",
            "--turn", String.valueOf(turnMs),
            "--warmup", String.valueOf(warmupRounds),
            "--rounds", String.valueOf(rounds)));
        return arguments;
    }
}
