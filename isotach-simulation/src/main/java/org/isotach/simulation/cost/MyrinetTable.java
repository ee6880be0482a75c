/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.List;
import java.util.Locale;

import org.isotach.niu.myrinet.mcp.ReceiveMode;

/**
 * The shapes of the figures of the paper on Myrinet (Panariti, "Performance Results"); their values are lost.
 */
final class MyrinetTable
{
    private static final int SMALL = 8;
    private static final int LARGE = 8192;
    private static final int PACKETS = 200;

    // A packet that is as long with PIO and with the engine of the host.
    private static final int MIDDLE = 64;

    // Rate of the bus, slot of a cable, distance of the engines.
    private static final int FREE = 3;

    private MyrinetTable()
    {
    }

    /**
     * @param hostRate of the bus of the hosts, in megabytes in a second.
     */
    static CostTable of(final double hostRate)
    {
        final double interruptUs = interruptUs(hostRate, SMALL);
        final double smallUs = MyrinetModel.polledUs(MyrinetModel.context(hostRate), false, SMALL);
        final double single = interruptUs(hostRate, LARGE) /
            MyrinetModel.polledUs(MyrinetModel.context(hostRate), true, LARGE);
        final double stream = MyrinetModel.streamUs(MyrinetModel.context(hostRate), PACKETS, LARGE) /
            MyrinetModel.streamUs(
            MyrinetModel.context(hostRate).receive(ReceiveMode.POLLED, true), PACKETS, LARGE);
        final double pipelined = PACKETS * interruptUs(hostRate, LARGE) /
            MyrinetModel.streamUs(MyrinetModel.context(hostRate), PACKETS, LARGE);
        return new CostTable(
            "Myrinet: shapes, by the device of org.isotach.niu.myrinet.mcp (Panariti, \"Performance Results\")",
            List.of("figure"), FREE, String.format(Locale.ROOT, "given: links of %.0f MB/s, %.0f us for polling;" +
                " assumed: %.0f MB/s to the board, slots of %d B, engines %d B apart",
                MyrinetModel.LINK, MyrinetModel.POLLING_US, hostRate, MyrinetModel.SLOT, MyrinetModel.THRESHOLD))
            .row("8 bytes, interrupt (us)", CostValue.unpublished(interruptUs))
            .row("8 bytes, what polling adds (us)", CostValue.given(MyrinetModel.POLLING_US, smallUs - interruptUs))
            .row("8 bytes, polling against interrupts (times)", CostValue.unpublished(smallUs / interruptUs))
            .row("overlapped receiving wins from (bytes)", CostValue.predicted(800, MyrinetModel.crossover(hostRate)))
            .row("8 KB, gain by overlapped receiving (times)", CostValue.unpublished(single))
            .row("8 KB, 8 packets under way: the same (times)", CostValue.unpublished(stream))
            .row("8 KB, gain by 8 packets under way (times)", CostValue.unpublished(pipelined))
            .row("8 KB, overlapped send (us)", CostValue.unpublished(interruptUs(hostRate, LARGE)))
            .row("8 KB, sent behind the last byte (us)", CostValue.unpublished(MyrinetModel.latencyUs(
                MyrinetModel.context(hostRate).overlappedSend(false), true, LARGE)))
            .row("8 bytes, what route and switch add (us)", CostValue.unpublished(interruptUs -
                MyrinetModel.latencyUs(MyrinetModel.context(hostRate), false, SMALL)))
            .row("64 bytes, by the processor of the host (us)", CostValue.unpublished(interruptUs(hostRate, MIDDLE)))
            .row("64 bytes, by the engine of the host (us)", CostValue.unpublished(MyrinetModel.latencyUs(
                MyrinetModel.context(hostRate).pioLength(0), true, MIDDLE)))
            .without("from where on the engine of the host beats its processor", "no rate of the processor is printed")
            .without("one copy against none", "nor one of copies; the sample myrinet measures both");
    }

    private static double interruptUs(final double hostRate, final int length)
    {
        return MyrinetModel.latencyUs(MyrinetModel.context(hostRate), true, length);
    }
}
