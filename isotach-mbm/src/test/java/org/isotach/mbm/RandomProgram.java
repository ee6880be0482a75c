/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.isotach.HostSet;
import org.isotach.Isochron;
import org.isotach.smm.IsoValue;
import org.isotach.smm.MemoryPort;
import org.isotach.test.SteppedProgram;

/**
 * A random program of one host, in steps that never wait: it sends and receives, and reads and writes memory, signals,
 * takes part in barriers, and closes. What it does, and what it gets, is written down.
 */
final class RandomProgram implements SteppedProgram
{
    static final int MAX_LENGTH = 40;
    static final int ADDRESSES = 3;

    private static final int ACTIONS = 50;
    private static final int MAX_OPERATIONS = 4;
    private static final int HEADER_LENGTH = 2 * Integer.BYTES;

    /**
     * What an operation does.
     */
    enum Kind
    {
        MESSAGE, TO_HANDLER, WRITE, READ
    }

    /**
     * An operation of an isochron.
     */
    record Operation(Kind kind, HostSet receivers, int address, long value, IsoValue result)
    {
    }

    /**
     * An isochron, a signal or a participation, in the order in which the host has issued them.
     *
     * @param operations null for a signal or a participation.
     * @param channel    of the signal, 0 for a participation.
     * @param seen       pulse of the last delivery that was received before.
     * @param time       logical time at the host before it was issued.
     */
    record Issued(int host, int number, List<Operation> operations, int channel, long seen, long time)
    {
        boolean isIsochron()
        {
            return null != operations;
        }

        boolean isSignal()
        {
            return !isIsochron() && channel > 0;
        }

        /**
         * Does the isochron have a pulse of its own?
         */
        boolean isRemote()
        {
            return operations.stream().anyMatch(
                operation -> Kind.WRITE == operation.kind || Kind.READ != operation.kind &&
                !operation.receivers.isWithin(host));
        }

        boolean isReceivedAt(final int operation, final int receiver, final Kind kind)
        {
            return operations.get(operation).kind == kind && operations.get(operation).receivers.contains(receiver);
        }
    }

    /**
     * A message, signal or completion, in the order in which the host has received them.
     *
     * @param number  of the isochron, or of the completion.
     * @param operation of the message, or channel of the notice.
     */
    record Received(Delivery.Kind kind, long pulse, int sender, int number, int operation)
    {
    }

    /**
     * A message in the order in which the host has handled them.
     */
    record Handled(int sender, int number, int operation)
    {
    }

    final List<Issued> issued = new ArrayList<>();
    final List<Received> received = new ArrayList<>();
    final List<Handled> handled = new ArrayList<>();
    private final RandomRun run;
    private final int host;
    private final int hosts;
    private final Random random;
    private final Isochron isochron;
    private final MessagePort port;
    private final MemoryPort memory;
    private final Mailbox mailbox;
    private final int patience;
    private List<Operation> open;
    private Delivery held;
    private long seen = -1;
    private int actions;
    private int completions;
    private boolean isParticipating;
    private boolean isClosing;

    RandomProgram(final RandomRun run, final int host, final long seed)
    {
        this.run = run;
        this.host = host;
        random = new Random(seed);
        // Who seldom receives issues more at a time.
        patience = 2 << random.nextInt(5);
        hosts = run.cluster().hostCount();
        isochron = run.cluster().isochron(host);
        port = run.cluster().port(host);
        memory = run.memory().port(run.cluster().host(host));
        mailbox = run.cluster().mailbox(host);
        run.cluster().messaging().handler(run.cluster().host(host), 0, this::handle);
    }

    @Override
    public int host()
    {
        return host;
    }

    @Override
    public boolean step()
    {
        if (0 == random.nextInt(patience))
        {
            receive();
        }
        else if (null != open)
        {
            tryIssue();
        }
        else if (actions < ACTIONS)
        {
            actions++;
            act();
        }
        else
        {
            return tryClose();
        }
        return false;
    }

    private void act()
    {
        final long time = run.cluster().host(host).logicalTime();
        final int choice = random.nextInt(8);
        if (0 == choice && run.signalsAt(host))
        {
            final int channel = 1 + random.nextInt(RandomRun.SIGNALS);
            if (port.trySignal(channel))
            {
                issued.add(new Issued(host, issued.size(), null, channel, seen, time));
            }
        }
        else if (1 == choice && run.isMember(host) && !isParticipating)
        {
            run.participates(host, 1);
            isParticipating = port.tryBarrier(1, run.barrierMode());
            if (isParticipating)
            {
                issued.add(new Issued(host, issued.size(), null, 0, seen, time));
            }
            else
            {
                run.participates(host, -1);
            }
        }
        else
        {
            openNext();
        }
    }

    private void openNext()
    {
        isochron.begin();
        open = new ArrayList<>();
        // The message from which the pulse of the isochron is known.
        send(Kind.MESSAGE);
        for (int i = random.nextInt(MAX_OPERATIONS); i > 0; i--)
        {
            switch (random.nextInt(4))
            {
                case 0:
                    send(Kind.MESSAGE);
                    break;
                case 1:
                    send(Kind.TO_HANDLER);
                    break;
                case 2:
                    final int written = random.nextInt(ADDRESSES);
                    final long value = random.nextLong();
                    memory.write(isochron, written, value);
                    open.add(new Operation(Kind.WRITE, null, written, value, null));
                    break;
                default:
                    final int read = random.nextInt(ADDRESSES);
                    final IsoValue result = new IsoValue();
                    memory.read(isochron, read, result);
                    open.add(new Operation(Kind.READ, null, read, 0, result));
                    break;
            }
        }
        tryIssue();
    }

    private void send(final Kind kind)
    {
        final HostSet receivers = HostSet.of(hosts, random.nextInt(hosts));
        final boolean isMulticast = 0 == random.nextInt(3);
        for (int i = isMulticast ? random.nextInt(hosts) : 0; i > 0; i--)
        {
            receivers.add(random.nextInt(hosts));
        }
        final int length = HEADER_LENGTH + random.nextInt(MAX_LENGTH - HEADER_LENGTH + 1);
        final int first = receivers.next(0);
        final MessageBuffer buffer;
        if (Kind.MESSAGE == kind)
        {
            buffer = isMulticast ? port.claim(receivers, length) : port.claim(first, length);
        }
        else
        {
            buffer = isMulticast ? port.claimForHandler(receivers, 0, length) : port.claimForHandler(first, 0, length);
        }
        buffer.putInt(0, issued.size());
        buffer.putInt(Integer.BYTES, open.size());
        for (int i = HEADER_LENGTH; i < length; i++)
        {
            buffer.putByte(i, pattern(host, issued.size(), open.size(), i));
        }
        open.add(new Operation(kind, receivers, 0, 0, null));
    }

    private void tryIssue()
    {
        final long time = run.cluster().host(host).logicalTime();
        if (isochron.tryIssue())
        {
            issued.add(new Issued(host, issued.size(), List.copyOf(open), 0, seen, time));
            open = null;
        }
    }

    private void receive()
    {
        checkHeld();
        held = mailbox.receive();
        if (null == held)
        {
            return;
        }
        seen = held.pulse();
        switch (held.kind())
        {
            case MESSAGE:
                checkHeld();
                received.add(new Received(
                    held.kind(), seen, held.sender(), held.message().getInt(0), held.message().getInt(Integer.BYTES)));
                break;
            case BARRIER:
                isParticipating = false;
                completions++;
                run.checkParticipations(host, completions);
                received.add(new Received(held.kind(), seen, hosts, completions, held.channel()));
                break;
            default:
                received.add(new Received(held.kind(), seen, hosts, 0, held.channel()));
                break;
        }
    }

    /**
     * A message stays as it is as long as it is held.
     */
    private void checkHeld()
    {
        if (null != held && Delivery.Kind.MESSAGE == held.kind())
        {
            check(held.sender(), held.message());
        }
    }

    private void handle(final int sender, final MessageView message)
    {
        check(sender, message);
        handled.add(new Handled(sender, message.getInt(0), message.getInt(Integer.BYTES)));
    }

    private boolean tryClose()
    {
        if (!isClosing)
        {
            isClosing = true;
            if (run.isMember(host))
            {
                run.leaves(host);
                mailbox.clearBarrier(1);
            }
        }
        return run.cluster().messaging().tryClose(run.cluster().host(host));
    }

    private static void check(final int sender, final MessageView message)
    {
        final int number = message.getInt(0);
        final int operation = message.getInt(Integer.BYTES);
        for (int i = HEADER_LENGTH; i < message.length(); i++)
        {
            if (pattern(sender, number, operation, i) != message.getByte(i))
            {
                throw new AssertionError("message " + number + '.' + operation + " of host " + sender +
                    " is overwritten");
            }
        }
    }

    private static byte pattern(final int sender, final int number, final int operation, final int index)
    {
        return (byte)(sender * 31 + number * 7 + operation * 3 + index);
    }

    @Override
    public String toString()
    {
        return "program of host " + host + " after " + actions + " actions, open: " + open + ", received: " +
            received.size() + ", participating: " + isParticipating + ", closing: " + isClosing;
    }
}
