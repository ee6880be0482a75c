/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;

import org.isotach.Topology;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.Cluster;
import org.isotach.niu.funi.device.Control;
import org.isotach.niu.funi.device.DeviceContext;
import org.isotach.niu.funi.device.DeviceEvent;
import org.isotach.niu.funi.device.DeviceGang;
import org.isotach.niu.funi.device.DeviceMember;
import org.isotach.niu.funi.device.DeviceNetwork;
import org.isotach.niu.funi.device.Queue;
import org.isotach.niu.funi.device.Register;
import org.isotach.niu.funi.device.Slot;
import org.isotach.niu.funi.device.UserRegisters;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The examples of Hoe, FUNet, section 3.2, register by register: setting queues up, sending five words, receiving
 * them, and a transfer of any length in packets of sixteen words and a rest. Their printed code has mistakes, which
 * are corrected here.
 */
@Command(
    name = "registers",
    description = {
        "Drives a FUNi device by its registers: sets queues up, sends a message, and transfers words.",
        "Everything that arrives is checked; what each step costs in accesses to registers and memory is printed, " +
            "and apart from that how many reads of registers were in vain, because nothing had arrived yet." })
final class DeviceRegisters implements Callable<Integer>
{
    private static final int SLOTS = 8;
    private static final int MASK = SLOTS - 1;
    private static final int QUEUE_LENGTH = SLOTS * Slot.LENGTH;
    private static final int SOURCE = 8192;
    private static final int TARGET = 16384;
    private static final int MEMORY = 32768;
    private static final int MAX_WORDS = 2048;
    private static final int MESSAGE_WORDS = 5;
    private static final int TYPE = 9;
    private static final long PATIENCE_NS = 30_000_000_000L;

    @Spec
    private CommandSpec spec;

    @Option(names = "--words", paramLabel = "W", defaultValue = "100",
        description = "Words to transfer, a multiple of 4, 4..2048. Default: ${DEFAULT-VALUE}.")
    private int words;

    @Mixin
    private ModeOption mode;

    private final Violations violations = new Violations();
    private PrintWriter out;
    private DeviceNetwork network;
    private LongWait wait;
    private DeviceMember sender;
    private DeviceMember receiver;

    // Reads of registers that had not changed yet.
    private long readsInVain;

    // Where the last packet that was found lies.
    private int received;
    private int packets;

    @Override
    public Integer call()
    {
        if (words < 4 || words > MAX_WORDS || 0 != words % 4)
        {
            throw new ParameterException(spec.commandLine(),
                "--words: " + words + " (expected: a multiple of 4 in 4.." + MAX_WORDS + ')');
        }

        out = spec.commandLine().getOut();
        try (Cluster cluster = Cluster.launch(mode.context(Topology.singleSwitch(2))))
        {
            network = DeviceNetwork.on(cluster, new DeviceContext());
            wait = new LongWait(cluster.host(0));
            final DeviceGang gang = network.open("registers", MEMORY, 0, 1);
            sender = gang.member(0);
            receiver = gang.member(1);
            out.printf("%-34s%10s%10s%10s%10s%10s%n", "", "reads", "writes", "bursts", "words", "in vain");
            measure("set two processes up", () ->
            {
                setUp(sender);
                setUp(receiver);
            });
            measure("send and receive 5 words", this::sendMessage);
            measure("transfer " + Plural.of(words, "word"), this::transfer);
        }
        return Verdict.of(
            spec, "message=" + MESSAGE_WORDS + " words=" + words + " packets=" + packets + " wrong=" +
                violations.count(),
            violations.first());
    }

    private void measure(final String what, final Runnable step)
    {
        final long vain = readsInVain;
        final long reads = network.count(DeviceEvent.REGISTER_READ);
        final long writes = network.count(DeviceEvent.REGISTER_WRITE);
        final long bursts = bursts();
        final long memory = memoryWords();
        step.run();
        out.printf("%-34s%10d%10d%10d%10d%10d%n", what,
            network.count(DeviceEvent.REGISTER_READ) - reads - (readsInVain - vain),
            network.count(DeviceEvent.REGISTER_WRITE) - writes, bursts() - bursts, memoryWords() - memory,
            readsInVain - vain);
    }

    private long bursts()
    {
        return network.count(DeviceEvent.READ_BURST) + network.count(DeviceEvent.WRITE_BURST);
    }

    private long memoryWords()
    {
        return network.count(DeviceEvent.READ_WORD) + network.count(DeviceEvent.WRITE_WORD);
    }

    /**
     * Section 3.2.1: the system leaves the queues stopped.
     */
    private void setUp(final DeviceMember member)
    {
        final UserRegisters registers = member.registers();
        await(member, Register.CNTL, Control.CRQR | Control.CSQR, Control.CRQR | Control.CSQR);
        registers.write(Register.Q_MASK, MASK);
        for (final Queue queue : Queue.values())
        {
            registers.write(queue.base(), base(queue));
        }
        registers.write(Register.CNTL, 0);
    }

    private static int base(final Queue queue)
    {
        return QUEUE_LENGTH * (1 + queue.ordinal());
    }

    private void await(final DeviceMember member, final Register register, final int mask, final int value)
    {
        await(
            member, () -> value == (member.registers().read(register) & mask), register + " does not become " + value);
    }

    private void await(final DeviceMember member, final BooleanSupplier condition, final String failure)
    {
        final long startNs = System.nanoTime();
        final long[] before = { network.count(DeviceEvent.REGISTER_READ) };
        wait.until(condition, () ->
        {
            // How often a waiting thread looks says nothing about the device.
            readsInVain += network.count(DeviceEvent.REGISTER_READ) - before[0];
            if (System.nanoTime() - startNs > PATIENCE_NS)
            {
                throw new SampleFailedException(failure + " within 30 s: " + member, null);
            }
            final int done = member.work();
            before[0] = network.count(DeviceEvent.REGISTER_READ);
            return done;
        });
    }

    /**
     * Sections 3.2.2 and 3.2.3: header and words, and then the head; at the other end words, and then the tail.
     */
    private void sendMessage()
    {
        final OffHeapBuffer memory = sender.memory();
        final int slot = nextSlot();
        memory.putInt(slot, Slot.header(false, TYPE, MESSAGE_WORDS, receiver.node()));
        for (int word = 0; word < MESSAGE_WORDS; word++)
        {
            memory.putInt(slot + Slot.BODY + word * Integer.BYTES, 100 + word);
        }
        publish();

        final int arrived = awaitSlot();
        check(Slot.header(false, TYPE, MESSAGE_WORDS, receiver.node()), receiver.memory().getInt(arrived), "header");
        for (int word = 0; word < MESSAGE_WORDS; word++)
        {
            check(100 + word, receiver.memory().getInt(arrived + Slot.BODY + word * Integer.BYTES), "word");
        }
        release();
    }

    private int nextSlot()
    {
        final UserRegisters registers = sender.registers();
        final int head = registers.read(Register.RQSQ_HD);
        if ((head + 1 & MASK) == registers.read(Register.RQSQ_TL))
        {
            // Full.
            return -1;
        }
        return base(Queue.RQSQ) + head * Slot.LENGTH;
    }

    private void publish()
    {
        final UserRegisters registers = sender.registers();
        registers.write(Register.RQSQ_HD, registers.read(Register.RQSQ_HD) + 1 & MASK);
    }

    private int awaitSlot()
    {
        await(receiver, this::findSlot, "nothing has arrived");
        return received;
    }

    private boolean findSlot()
    {
        final UserRegisters registers = receiver.registers();
        final int tail = registers.read(Register.RQRQ_TL);
        received = base(Queue.RQRQ) + tail * Slot.LENGTH;
        return registers.read(Register.RQRQ_HD) != tail;
    }

    private void release()
    {
        final UserRegisters registers = receiver.registers();
        registers.write(Register.RQRQ_TL, registers.read(Register.RQRQ_TL) + 1 & MASK);
    }

    /**
     * Section 3.2.4: as many packets of sixteen words as there are, and one with the rest.
     */
    private void transfer()
    {
        for (int word = 0; word < words; word++)
        {
            sender.memory().putInt(SOURCE + word * Integer.BYTES, ~word);
        }
        int sent = 0;
        int noticed = 0;
        while (noticed < words)
        {
            final int count = Math.min(Slot.MAX_TRANSFER_WORDS, words - sent);
            final int slot = count > 0 ? nextSlot() : -1;
            if (slot >= 0)
            {
                sender.memory().putInt(slot, Slot.header(true, TYPE, count, receiver.node()));
                sender.memory().putInt(slot + Slot.BODY, SOURCE + sent * Integer.BYTES);
                sender.memory().putInt(slot + Slot.DESTINATION, TARGET + sent * Integer.BYTES);
                sender.memory().putInt(slot + Slot.ARGUMENT, sent);
                publish();
                sent += count;
                packets++;
            }
            else
            {
                noticed += takeNotice();
            }
        }
        for (int word = 0; word < words; word++)
        {
            check(~word, receiver.memory().getInt(TARGET + word * Integer.BYTES), "word of the transfer");
        }
    }

    private int takeNotice()
    {
        final int slot = awaitSlot();
        final OffHeapBuffer memory = receiver.memory();
        final int header = memory.getInt(slot);
        final int argument = memory.getInt(slot + Slot.ARGUMENT);
        check(1, Slot.isTransfer(header) ? 1 : 0, "bit of a transfer");
        check(TARGET + argument * Integer.BYTES, memory.getInt(slot + Slot.DESTINATION), "destination");
        release();
        return Slot.words(header);
    }

    private void check(final int expected, final int found, final String what)
    {
        if (expected != found)
        {
            violations.add(what + " is " + found + " instead of " + expected);
        }
    }
}
