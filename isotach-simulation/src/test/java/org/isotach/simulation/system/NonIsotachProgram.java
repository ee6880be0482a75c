/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.system;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.MessageView;
import org.isotach.mbm.NonIsotachPort;
import org.isotach.simulation.Simulation;

/**
 * What a program does outside of logical time: sends and receives non-isotach messages, copied or claimed, and comes to
 * barriers.
 */
final class NonIsotachProgram
{
    private static final int MAX_MESSAGES = 12;
    private static final int NONE = -1;

    private final Simulation simulation;
    private final NonIsotachRecords records;
    private final Random random;
    private final NonIsotachPort port;
    private final int host;
    private final int hosts;
    private int messagesLeft;
    private int target = NONE;
    private int length;
    private MessageBuffer claim;
    private int barriersLeft;
    private boolean isInBarrier;
    private boolean isHolding;

    NonIsotachProgram(
        final Simulation simulation,
        final NonIsotachRecords records,
        final Random random,
        final NonIsotachPort port)
    {
        this.simulation = simulation;
        this.records = records;
        this.random = random;
        this.port = port;
        host = port.host().id();
        hosts = port.host().hostCount();
        messagesLeft = random.nextInt(simulation.upTo(MAX_MESSAGES));
        barriersLeft = records.barriers;
    }

    /**
     * Has it nothing to do any more but to receive?
     */
    boolean isDone()
    {
        return 0 == messagesLeft && 0 == barriersLeft && !isInBarrier && NONE == target;
    }

    void step()
    {
        final int choice = random.nextInt(4);
        if (0 == choice)
        {
            receive();
        }
        else if (null != claim)
        {
            endClaim();
        }
        else if (1 == choice)
        {
            barrier();
        }
        else
        {
            send();
        }
    }

    /**
     * @return true if there was a message.
     */
    boolean receive()
    {
        checkHeld();
        isHolding = port.receive();
        if (isHolding)
        {
            checkHeld();
            records.received(host, port.sender(), port.message().getInt(0));
            simulation.note("host " + host + " has received non-isotach message " + port.message().getInt(0) +
                " of host " + port.sender());
        }
        return isHolding;
    }

    private void barrier()
    {
        if (isInBarrier)
        {
            if (port.barrierCompleted())
            {
                isInBarrier = false;
                boolean isMore = true;
                while (isMore)
                {
                    isMore = receive();
                }
                records.completed(host);
            }
        }
        else if (barriersLeft > 0)
        {
            barriersLeft--;
            isInBarrier = true;
            records.arrived(host);
            port.initiateBarrier();
            simulation.note("host " + host + " has come to a non-isotach barrier");
        }
    }

    /**
     * What is begun is tried until it is sent: a credit that is lost will be missed.
     */
    private void send()
    {
        if (NONE == target)
        {
            if (0 == messagesLeft)
            {
                return;
            }
            messagesLeft--;
            target = (host + 1 + random.nextInt(hosts - 1)) % hosts;
            length = Integer.BYTES + random.nextInt(SystemProgram.MAX_MESSAGE_LENGTH - Integer.BYTES + 1);
        }
        if (random.nextBoolean())
        {
            claim = port.tryClaim(target, length);
            if (null != claim)
            {
                final byte[] message = message();
                claim.putBytes(0, message, 0, length);
            }
        }
        else if (port.trySend(target, message(), 0, length))
        {
            sent();
        }
    }

    private void endClaim()
    {
        claim = null;
        if (0 == random.nextInt(4))
        {
            port.abort();
        }
        else
        {
            port.commit();
            sent();
        }
    }

    private void sent()
    {
        records.sent(host, target);
        simulation.note("host " + host + " has sent a non-isotach message of " + length + " bytes to host " + target);
        target = NONE;
    }

    private byte[] message()
    {
        final int number = records.nextNumber(host, target);
        final byte[] message = new byte[length];
        ByteBuffer.wrap(message).order(ByteOrder.nativeOrder()).putInt(number);
        for (int i = Integer.BYTES; i < length; i++)
        {
            message[i] = pattern(host, number, i);
        }
        return message;
    }

    /**
     * A message stays as it is until the next one is received.
     */
    private void checkHeld()
    {
        if (isHolding)
        {
            final MessageView message = port.message();
            final int number = message.getInt(0);
            for (int i = Integer.BYTES; i < message.length(); i++)
            {
                if (pattern(port.sender(), number, i) != message.getByte(i))
                {
                    throw new AssertionError(
                        "non-isotach message " + number + " of host " + port.sender() + " was overwritten");
                }
            }
        }
    }

    private static byte pattern(final int sender, final int number, final int index)
    {
        return (byte)(sender * 59 + number * 7 + index);
    }
}
