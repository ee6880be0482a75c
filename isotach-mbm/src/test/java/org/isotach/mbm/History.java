/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.isotach.mbm.RandomProgram.Handled;
import org.isotach.mbm.RandomProgram.Issued;
import org.isotach.mbm.RandomProgram.Kind;
import org.isotach.mbm.RandomProgram.Operation;
import org.isotach.mbm.RandomProgram.Received;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What the programs of a run have issued and received, checked against what logical time promises. From the messages
 * the pulse of each isochron is known, and with it the order of all that have a pulse of their own; those that concern
 * their own host only lie somewhere between their neighbours in issue order.
 */
final class History
{
    private final RandomRun run;
    private final int hosts;
    private final Map<Issued, Long> pulses = new HashMap<>();

    History(final RandomRun run)
    {
        this.run = run;
        hosts = run.programs().size();
    }

    void check()
    {
        collectPulses();
        checkPulsesOfSenders();
        for (int host = 0; host < hosts; host++)
        {
            checkReceived(host);
            checkHandled(host);
            checkOrderOfOwn(host);
        }
        checkMemory();
        checkSignals();
        checkBarriers();
    }

    /**
     * INV-2: all messages of an isochron are delivered in one pulse.
     */
    private void collectPulses()
    {
        for (int host = 0; host < hosts; host++)
        {
            for (final Received message : program(host).received)
            {
                if (Delivery.Kind.MESSAGE == message.kind())
                {
                    final Issued isochron = issued(message.sender(), message.number());
                    final Long known = pulses.putIfAbsent(isochron, message.pulse());
                    if (isochron.isRemote())
                    {
                        assertEquals(null == known ? message.pulse() : known, message.pulse(),
                            run + ": two pulses of " + isochron);
                    }
                }
            }
        }
    }

    /**
     * INV-1, INV-3 and INV-21: at least as far from its issue as the receivers are from the issuer, not before those
     * that it has issued earlier, and later than what it has received before.
     */
    private void checkPulsesOfSenders()
    {
        for (int host = 0; host < hosts; host++)
        {
            long last = 0;
            for (final Issued isochron : program(host).issued)
            {
                if (isochron.isIsochron() && isochron.isRemote())
                {
                    final Long pulse = pulses.get(isochron);
                    assertTrue(null != pulse, run + ": not delivered: " + isochron);
                    assertTrue(last <= pulse, run + ": earlier than the isochron before: " + isochron);
                    assertTrue(isochron.seen() < pulse, run + ": in " + pulse + ", not behind its cause: " + isochron);
                    assertTrue(isochron.time() + distance(isochron) <= pulse,
                        run + ": in " + pulse + ", too early: " + isochron);
                    last = pulse;
                }
            }
        }
    }

    private int distance(final Issued isochron)
    {
        int distance = 0;
        for (int host = 0; host < hosts; host++)
        {
            final int receiver = host;
            if (isochron.operations().stream().anyMatch(operation -> Kind.WRITE == operation.kind() ||
                Kind.READ != operation.kind() && operation.receivers().contains(receiver)))
            {
                distance = Math.max(
                    distance, run.cluster().cluster().topology().distance(isochron.host(), receiver));
            }
        }
        return distance;
    }

    /**
     * INV-4 and INV-17: exactly what was sent, in the one order, signals and completions behind the messages of their
     * pulse.
     */
    private void checkReceived(final int host)
    {
        final List<Received> expected = new ArrayList<>();
        for (final Issued isochron : remoteIsochrons())
        {
            for (int i = 0; i < isochron.operations().size(); i++)
            {
                if (isochron.isReceivedAt(i, host, Kind.MESSAGE))
                {
                    expected.add(new Received(
                        Delivery.Kind.MESSAGE, pulses.get(isochron), isochron.host(), isochron.number(), i));
                }
            }
        }
        final List<Received> received = program(host).received.stream()
            .filter(delivery -> Delivery.Kind.MESSAGE != delivery.kind() ||
                issued(delivery.sender(), delivery.number()).isRemote()).toList();
        assertEquals(
            expected,
            received.stream().filter(delivery -> Delivery.Kind.MESSAGE == delivery.kind()).toList(),
            run + ": messages at host " + host);
        assertEquals(
            received.stream().sorted(
                Comparator.comparingLong(Received::pulse).thenComparing(Received::kind)
                    .thenComparing(delivery -> Delivery.Kind.MESSAGE == delivery.kind() ? 0 : delivery.operation()))
                .toList(),
            received,
            run + ": deliveries at host " + host);
        assertEquals(new HashSet<>(received).size(), received.size(), run + ": deliveries at host " + host);
    }

    private void checkHandled(final int host)
    {
        final List<Handled> expected = new ArrayList<>();
        for (final Issued isochron : remoteIsochrons())
        {
            for (int i = 0; i < isochron.operations().size(); i++)
            {
                if (isochron.isReceivedAt(i, host, Kind.TO_HANDLER))
                {
                    expected.add(new Handled(isochron.host(), isochron.number(), i));
                }
            }
        }
        assertEquals(
            expected,
            program(host).handled.stream()
                .filter(message -> issued(message.sender(), message.number()).isRemote()).toList(),
            run + ": messages handled at host " + host);
    }

    /**
     * INV-3 at the host itself, where all its isochrons execute in issue order.
     */
    private void checkOrderOfOwn(final int host)
    {
        final List<Handled> messages = new ArrayList<>();
        final List<Handled> toHandler = new ArrayList<>();
        for (final Issued isochron : program(host).issued)
        {
            for (int i = 0; isochron.isIsochron() && i < isochron.operations().size(); i++)
            {
                final Handled message = new Handled(host, isochron.number(), i);
                if (isochron.isReceivedAt(i, host, Kind.MESSAGE))
                {
                    messages.add(message);
                }
                if (isochron.isReceivedAt(i, host, Kind.TO_HANDLER))
                {
                    toHandler.add(message);
                }
            }
        }
        assertEquals(
            messages,
            program(host).received.stream()
                .filter(delivery -> Delivery.Kind.MESSAGE == delivery.kind() && host == delivery.sender())
                .map(delivery -> new Handled(delivery.sender(), delivery.number(), delivery.operation())).toList(),
            run + ": messages of host " + host + " to itself");
        assertEquals(
            toHandler,
            program(host).handled.stream().filter(message -> host == message.sender()).toList(),
            run + ": messages of host " + host + " to its own handler");
    }

    /**
     * Memory as one would have it that executes one operation after the other.
     */
    private void checkMemory()
    {
        final long[] values = new long[RandomProgram.ADDRESSES];
        for (final Issued isochron : remoteIsochrons())
        {
            for (final Operation operation : isochron.operations())
            {
                if (Kind.WRITE == operation.kind())
                {
                    values[operation.address()] = operation.value();
                }
                else if (Kind.READ == operation.kind())
                {
                    assertEquals(values[operation.address()], operation.result().get(),
                        run + ": read of " + operation.address() + " in " + isochron);
                }
            }
        }
        for (int address = 0; address < values.length; address++)
        {
            assertEquals(values[address], run.value(address), run + ": variable " + address);
        }
    }

    /**
     * INV-17: the same pulses everywhere; each signal lies between what its sender has issued before and behind it, and
     * nobody gets a signal that was not sent.
     */
    private void checkSignals()
    {
        for (int channel = 1; channel <= RandomRun.SIGNALS; channel++)
        {
            final int number = channel;
            Set<Long> delivered = null;
            for (int host = 0; host < hosts; host++)
            {
                final List<Long> there = pulsesOf(Delivery.Kind.SIGNAL, number, host);
                if (run.signalsAt(host))
                {
                    delivered = null == delivered ? new TreeSet<>(there) : delivered;
                    assertEquals(delivered, new TreeSet<>(there), run + ": signals " + channel + " at host " + host);
                }
                else
                {
                    assertEquals(List.of(), there, run + ": signals " + channel + " at host " + host);
                }
            }
            final Set<Long> explained = new HashSet<>();
            for (final RandomProgram program : run.programs())
            {
                for (final Issued signal : program.issued)
                {
                    if (signal.isSignal() && number == signal.channel())
                    {
                        final List<Long> candidates = delivered.stream()
                            .filter(pulse -> lastBefore(signal) <= pulse && pulse <= firstBehind(signal)).toList();
                        assertTrue(!candidates.isEmpty(), run + ": lost: " + signal);
                        explained.addAll(candidates);
                    }
                }
            }
            assertTrue(null == delivered || explained.containsAll(delivered),
                run + ": signals " + delivered + ", sent " + explained);
        }
    }

    /**
     * INV-18: members complete each execution in the same pulse; what was issued before a strong participation lies not
     * behind it, what was issued after the completion lies behind it.
     */
    private void checkBarriers()
    {
        final Map<Integer, Long> completions = new HashMap<>();
        for (int host = 0; host < hosts; host++)
        {
            final List<Long> there = pulsesOf(Delivery.Kind.BARRIER, 1, host);
            final List<Issued> participations = program(host).issued.stream()
                .filter(action -> !action.isIsochron() && !action.isSignal()).toList();
            assertTrue(there.size() <= participations.size(), run + ": completions at host " + host);
            for (int k = 0; k < there.size(); k++)
            {
                final long pulse = there.get(k);
                final Long elsewhere = completions.putIfAbsent(k, pulse);
                assertEquals(null == elsewhere ? pulse : elsewhere, pulse,
                    run + ": completion " + k + " at host " + host);
                assertTrue(BarrierMode.WEAK == run.barrierMode() || lastBefore(participations.get(k)) <= pulse,
                    run + ": overtakes a message: " + participations.get(k));
            }
        }
    }

    private List<Long> pulsesOf(final Delivery.Kind kind, final int channel, final int host)
    {
        return program(host).received.stream()
            .filter(delivery -> kind == delivery.kind() && channel == delivery.operation())
            .map(Received::pulse).toList();
    }

    private long lastBefore(final Issued action)
    {
        return program(action.host()).issued.stream()
            .filter(isochron -> isochron.number() < action.number() && isRemoteIsochron(isochron))
            .mapToLong(pulses::get).max().orElse(0);
    }

    private long firstBehind(final Issued action)
    {
        return program(action.host()).issued.stream()
            .filter(isochron -> isochron.number() > action.number() && isRemoteIsochron(isochron))
            .mapToLong(pulses::get).min().orElse(Long.MAX_VALUE);
    }

    private List<Issued> remoteIsochrons()
    {
        return run.programs().stream().flatMap(program -> program.issued.stream())
            .filter(History::isRemoteIsochron)
            .sorted(Comparator.comparingLong((Issued isochron) -> pulses.get(isochron))
                .thenComparing(Issued::host).thenComparing(Issued::number))
            .toList();
    }

    private static boolean isRemoteIsochron(final Issued action)
    {
        return action.isIsochron() && action.isRemote();
    }

    private Issued issued(final int host, final int number)
    {
        return program(host).issued.get(number);
    }

    private RandomProgram program(final int host)
    {
        return run.programs().get(host);
    }
}
