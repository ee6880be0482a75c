/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.trace;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import org.isotach.OperationHeader;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.spi.OperationListener;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Events of two hosts, written down by hand, and what a trace makes of them. An operation of family 3 has one word: its
 * opcode says what it is, its address is the variable, its host field the version.
 */
class TraceTest
{
    private static final int FAMILY = 3;
    private static final int READ = FAMILY << 4;
    private static final int RESERVE = READ + 1;
    private static final int ASSIGN = READ + 2;
    private static final int CANCEL = READ + 3;
    private static final int WRITE = READ + 4;
    private static final int MESSAGE = READ + 5;
    private static final int MANY = 1 << 18;

    private final OffHeapBuffer buffer = OffHeapBuffer.allocate(1024);
    private TraceRecorder recorder;

    @TempDir
    private Path directory;

    @BeforeEach
    void record()
    {
        record(64);
    }

    private void record(final int capacity)
    {
        recorder = new TraceRecorder(List.of("left", "right"), capacity, false);
        recorder.reader(FAMILY, TraceTest::read);
    }

    @Test
    void shouldJoinTheExecutionsOfAFrame()
    {
        recorder.host(0).executed(0, 4, 17, buffer, 0, write(op(WRITE, 1, 0)));
        recorder.host(1).executed(0, 4, 17, buffer, 0, write(op(WRITE, 1, 0)));
        recorder.host(1).executed(0, 5, 18, buffer, 0, write(op(WRITE, 1, 0)));
        final Trace trace = recorder.trace();
        assertEquals(2, trace.executedIsochrons());
        assertEquals(List.of(2, 1), trace.isochrons().stream().map(each -> each.executions().size()).toList());
    }

    @Test
    void shouldFindTheIsochronsOfAFrame()
    {
        issue(0, op(WRITE, 1, 0), op(WRITE, 2, 0));
        issue(0, op(WRITE, 3, 0));
        issue(0, op(WRITE, 4, 0));
        final int length = write(op(WRITE, 1, 0), op(WRITE, 2, 0), op(WRITE, 3, 0));
        recorder.host(1).executed(0, 6, 0, buffer, 0, length);
        final Trace trace = recorder.trace();
        assertEquals(List.of("write 1 2", "write 3"), labels(trace.isochrons()));
        assertEquals(List.of("write 4"), labels(trace.unexecuted()));
    }

    /**
     * The sender has a record of isochrons of long before those that the receiver has one of.
     */
    @Test
    void shouldFindIsochronsAmongManyThatWereExecutedBefore()
    {
        record(MANY);
        for (int i = 0; i < MANY; i++)
        {
            issue(0, op(MESSAGE, i, 0), op(MESSAGE, i, 0));
            if (i >= MANY / 2)
            {
                // Two messages of one isochron are one arrival.
                final int length = write(op(MESSAGE, i, 0), op(MESSAGE, i, 0));
                recorder.host(1).executed(0, i, i, buffer, 0, length);
            }
        }
        final Trace trace = recorder.trace();
        assertEquals(MANY / 2, trace.arrivals().size());
        assertEquals(MANY / 2, trace.isochrons().stream().filter(isochron -> null != isochron.issued()).count());
    }

    /**
     * The receiver has a record of executions of long before those isochrons that the sender has one of.
     */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldFindIsochronsAmongManyThatWereIssuedLater()
    {
        record(MANY);
        for (int i = 0; i < MANY; i++)
        {
            issue(0, op(WRITE, 1, 0), op(WRITE, 1, 0));
            final int length = write(op(WRITE, 1, 0), op(WRITE, 1, 0));
            recorder.host(0).executed(0, i, i, buffer, 0, length);
            recorder.host(1).executed(0, i, i, buffer, 0, length);
        }
        final Trace trace = recorder.trace();
        assertEquals(MANY, trace.executedIsochrons());
        assertEquals(MANY / 2, trace.isochrons().stream().filter(isochron -> null != isochron.issued()).count());
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldOrderManyIsochronsOfOnePulse()
    {
        record(MANY);
        final int length = write(op(WRITE, 1, 0));
        for (int i = 0; i < MANY / 2; i++)
        {
            recorder.host(0).executed(0, 7, HostRecorder.NO_ISSUE, buffer, 0, length);
            recorder.host(1).executed(1, 7, HostRecorder.NO_ISSUE, buffer, 0, length);
        }
        assertEquals(MANY, recorder.trace().executedIsochrons());
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldOrderManyIsochronsOfOnePulseThatAlternate()
    {
        record(MANY);
        final int length = write(op(WRITE, 1, 0));
        for (int i = 0; i < MANY; i++)
        {
            recorder.host(0).executed(i % 2, 7, HostRecorder.NO_ISSUE, buffer, 0, length);
        }
        final List<TracedIsochron> isochrons = recorder.trace().isochrons();
        for (int i = 0; i < MANY; i++)
        {
            assertEquals(i % 2, isochrons.get(i).issuer());
        }
    }

    @Test
    void shouldTakeAFrameThatNobodyHasIssuedAsOneIsochron()
    {
        recorder.host(1).executed(0, 6, 0, buffer, 0, write(op(WRITE, 1, 0), op(READ, 2, 0)));
        assertEquals(List.of("write 1; read 2"), labels(recorder.trace().isochrons()));
    }

    @Test
    void shouldOrderByPulseAndThenAsHostsHaveExecuted()
    {
        recorder.host(1).executed(1, 7, 0, buffer, 0, write(op(WRITE, 5, 0)));
        recorder.host(1).executed(1, 7, HostRecorder.NO_ISSUE, buffer, 0, write(op(WRITE, 6, 0)));
        recorder.host(0).executed(0, 7, 0, buffer, 0, write(op(WRITE, 4, 0)));
        recorder.host(0).executed(1, 7, 0, buffer, 0, write(op(WRITE, 5, 0)));
        recorder.host(0).executed(1, 3, 9, buffer, 0, write(op(WRITE, 3, 0)));
        assertEquals(
            List.of("write 3", "write 4", "write 5", "write 6"), labels(recorder.trace().isochrons()));
    }

    @Test
    void shouldGoOnWhereHostsDoNotAgree()
    {
        recorder.host(0).executed(0, 7, 0, buffer, 0, write(op(WRITE, 4, 0)));
        recorder.host(0).executed(1, 7, 0, buffer, 0, write(op(WRITE, 5, 0)));
        recorder.host(1).executed(1, 7, 0, buffer, 0, write(op(WRITE, 5, 0)));
        recorder.host(1).executed(0, 7, 0, buffer, 0, write(op(WRITE, 4, 0)));
        assertEquals(List.of("write 4", "write 5"), labels(recorder.trace().isochrons()));
    }

    @Test
    void shouldMarkAnIsochronThatExecutesInTwoPulses() throws Exception
    {
        recorder.host(0).executed(0, 7, 0, buffer, 0, write(op(WRITE, 4, 0)));
        recorder.host(1).executed(0, 8, 0, buffer, 0, write(op(WRITE, 4, 0)));
        final String picture = draw("bad.svg");
        assertTrue(picture.contains("right (in pulse 8!)"), picture);
        assertTrue(picture.contains("class=\"bad\""), picture);
    }

    @Test
    void shouldKnowWhoWaitsForWhatAndUntilWhen()
    {
        execute(1, op(RESERVE, 1, 10));
        execute(2, op(READ, 1, 0), op(READ, 2, 0));
        execute(3, op(ASSIGN, 1, 10));
        execute(4, op(READ, 1, 0));
        execute(5, op(RESERVE, 2, 11));
        execute(6, op(READ, 2, 0));
        final Trace trace = recorder.trace();
        assertEquals(
            List.of(
                new Reservations.Bar(0, List.of("1"), 0, 2), new Reservations.Bar(0, List.of("2"), 4,
                Reservations.OPEN)),
            trace.bars());
        assertEquals(
            List.of(
                new Reservations.Wait(0, "1", 1, 2, 0), new Reservations.Wait(0, "2", 5, Reservations.OPEN, 4)),
            trace.waits());
    }

    @Test
    void shouldLetNobodyWaitForWhatIsOverwritten()
    {
        execute(1, op(RESERVE, 1, 10));
        execute(2, op(WRITE, 1, 0));
        execute(3, op(READ, 1, 0));
        execute(4, op(ASSIGN, 1, 10));
        final Trace trace = recorder.trace();
        assertEquals(0, trace.waitingReads());
        assertEquals(List.of(new Reservations.Bar(0, List.of("1"), 0, 3)), trace.bars());
    }

    @Test
    void shouldLetReadersOfACancelledReservationWaitForTheOneBefore()
    {
        execute(1, op(RESERVE, 1, 10));
        execute(2, op(RESERVE, 1, 11));
        execute(3, op(READ, 1, 0));
        execute(4, op(CANCEL, 1, 11));
        execute(5, op(ASSIGN, 1, 10));
        assertEquals(List.of(new Reservations.Wait(0, "1", 2, 4, 0)), recorder.trace().waits());
    }

    @Test
    void shouldKeepTheLastEventsOnly()
    {
        record(3);
        for (int pulse = 1; pulse <= 5; pulse++)
        {
            execute(pulse, op(WRITE, pulse, 0));
        }
        assertEquals(List.of("write 3", "write 4", "write 5"), labels(recorder.trace().isochrons()));
    }

    @Test
    void shouldSayThatALongIsochronIsCut()
    {
        final long[] operations = new long[100];
        Arrays.fill(operations, op(WRITE, 1, 0));
        recorder.host(0).executed(0, 1, 0, buffer, 0, write(operations));
        final List<String> lines = recorder.trace().isochrons().get(0).text().lines();
        assertTrue(lines.contains("... and " + 68 * Long.BYTES + " more bytes"), lines::toString);
    }

    @Test
    void shouldDrawWhatItIsTold() throws Exception
    {
        issue(0, op(RESERVE, 1, 10));
        execute(1, op(RESERVE, 1, 10));
        execute(2, op(READ, 1, 0));
        execute(3, op(ASSIGN, 1, 10));
        issue(1, op(WRITE, 7, 0));
        final String picture = draw("trace.svg");
        assertTrue(picture.startsWith("<svg "), picture);
        assertTrue(picture.contains("1 at left: reserved by left in pulse 1, assigned in pulse 3"), picture);
        assertTrue(picture.contains("read of 1 by left in pulse 2: waits for left"), picture);
        assertTrue(picture.contains("isochron of right, issued and not executed yet\nwrite 7"), picture);
        assertTrue(picture.contains("prefers-color-scheme: dark"), picture);
    }

    @Test
    void shouldDrawAPageThatNeedsNoOtherFile() throws Exception
    {
        execute(1, op(WRITE, 1, 0));
        final String page = draw("sub/trace.html");
        assertTrue(page.startsWith("<!DOCTYPE html>"), page);
        assertFalse(page.replace("http://www.w3.org/2000/svg", "").contains("http"), page);
        assertFalse(page.contains("src=") || page.contains("href="), page);
    }

    @Test
    void shouldEscapeNames() throws Exception
    {
        recorder = new TraceRecorder(List.of("a<b>&\"c"), 8, false);
        recorder.host(0).executed(0, 1, 0, buffer, 0, write(op(WRITE, 1, 0)));
        final String picture = draw("names.svg");
        assertTrue(picture.contains("a&lt;b&gt;&amp;&quot;c"), picture);
        assertFalse(picture.contains("a<b>"), picture);
    }

    @Test
    void shouldReplaceWhatAPictureMustNotContain() throws Exception
    {
        recorder = new TraceRecorder(List.of("a\uD83Db\u0001c\uDE00d\uFFFFe\tf\uD83D\uDE00"), 8, false);
        recorder.host(0).executed(0, 1, 0, buffer, 0, write(op(WRITE, 1, 0)));
        final String picture = draw("characters.svg");
        assertTrue(picture.contains("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\tf\uD83D\uDE00"), picture);
    }

    @Test
    void shouldCutALabelBetweenTwoCharacters() throws Exception
    {
        final String verb = "x".repeat(46);
        recorder.reader(FAMILY, (frame, offset, available, host, listener) ->
            listener.operation(verb + "\uD83D\uDE00", "y", ""));
        execute(1, op(WRITE, 1, 0));
        final String picture = draw("label.svg");
        assertTrue(picture.contains('>' + verb + "\u2026<"), picture);
    }

    @Test
    void shouldDrawTheLastIsochronsOfMany() throws Exception
    {
        final int isochrons = DiagramLayout.MAX_ISOCHRONS + 50;
        record(isochrons);
        for (int pulse = 1; pulse <= isochrons; pulse++)
        {
            execute(pulse, op(WRITE, pulse, 0));
        }
        final String picture = draw("many.svg");
        assertTrue(picture.contains("The last 250 of 300 isochrons are drawn."), picture);
        assertTrue(picture.contains("<title>pulse 51</title>"), picture);
        assertFalse(picture.contains("<title>pulse 50</title>"), picture);
    }

    @Test
    void shouldDrawNothingAtAll() throws Exception
    {
        assertTrue(draw("nothing.svg").contains("left"));
        assertThrows(
            IllegalArgumentException.class,
            () -> SpaceTimeDiagram.write(directory.resolve("none.html"), "none", "", List.of()));
    }

    private String draw(final String name) throws Exception
    {
        final Path file = directory.resolve(name);
        SpaceTimeDiagram.write(file, recorder.trace());
        return Files.readString(file);
    }

    private void issue(final int host, final long... operations)
    {
        final HostRecorder at = recorder.host(host);
        at.issued(at.nextNumber(), 0, 0, buffer, 0, write(operations));
    }

    private void execute(final long pulse, final long... operations)
    {
        recorder.host(0).executed(0, pulse, pulse, buffer, 0, write(operations));
    }

    private int write(final long... operations)
    {
        for (int i = 0; i < operations.length; i++)
        {
            buffer.putLong(i * Long.BYTES, operations[i]);
        }
        return operations.length * Long.BYTES;
    }

    private static long op(final int opcode, final int variable, final int version)
    {
        return OperationHeader.encode(opcode, OperationHeader.LENGTH, version, variable);
    }

    private static List<String> labels(final List<TracedIsochron> isochrons)
    {
        return isochrons.stream().map(isochron -> isochron.text().label()).collect(Collectors.toList());
    }

    private static void read(
        final OffHeapBuffer frame,
        final int offset,
        final int available,
        final int host,
        final OperationListener listener)
    {
        final long header = frame.getLong(offset);
        final int variable = OperationHeader.address(header);
        final String name = Integer.toString(variable);
        final int version = OperationHeader.host(header);
        switch (OperationHeader.opcode(header))
        {
            case READ ->
            {
                listener.operation("read", name, "");
                listener.answered(variable, name);
            }
            case RESERVE ->
            {
                listener.operation("reserve", name, "");
                listener.reserved(variable, name, version);
            }
            case ASSIGN ->
            {
                listener.operation("assign", name, "");
                listener.settled(variable, version, true);
            }
            case MESSAGE ->
            {
                listener.operation("message", name, "");
                listener.delivered();
            }
            case CANCEL ->
            {
                listener.operation("cancel", name, "");
                listener.settled(variable, version, false);
            }
            default ->
            {
                listener.operation("write", name, "");
                listener.overwritten(variable);
            }
        }
    }
}
