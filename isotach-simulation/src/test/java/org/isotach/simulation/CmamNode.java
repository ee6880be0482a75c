/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.Arrays;
import java.util.Random;

import org.isotach.IsotachException;
import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.am.Cmam;
import org.isotach.niu.am.CmamBlock;
import org.isotach.niu.funi.Priority;
import org.isotach.niu.funi.QueuePair;
import org.isotach.niu.funi.Rights;

/**
 * The program of one member of {@link CmamScenario}: the messages that it sends, and the functions that those of others
 * call. A message has a key and a stamp, and words that follow from these; the key says who has sent the request, and
 * which number that has there.
 * <pre>
 *   memory:  words of {@link CmamAccesses} | a segment for each sender to fill | one for each message to fetch
 * </pre>
 */
final class CmamNode extends ScenarioMember
{
    private static final int MAX_MESSAGES = 12;
    private static final int MAX_OPERATIONS = 14;
    private static final int KEY_SHIFT = 8;
    private static final int NUMBER_MASK = (1 << KEY_SHIFT) - 1;
    private static final int FOUR = 4;
    private static final int XFER_LENGTH = FOUR * Integer.BYTES;
    private static final int NOTHING = -1;

    // Segments begin in the middle of 8 bytes.
    private static final int FIRST_SEGMENT = CmamAccesses.LENGTH + Integer.BYTES;
    private static final int PIECES = 6;
    private static final int FILLED_LENGTH = PIECES * XFER_LENGTH;
    private static final int MAX_FETCHED = 30;
    private static final int KINDS = 8;
    private static final int ONE_WAY_KINDS = 2;

    private final CmamRun run;
    private final int node;
    private final Random random;
    private final Cmam cmam;
    private final OffHeapBuffer memory;
    private final CmamAccesses accesses;
    private final OffHeapBuffer source = OffHeapBuffer.allocate(2 * Cmam.MAX_BLOCK);
    private final OffHeapBuffer answerSource = OffHeapBuffer.allocate(MAX_FETCHED * Integer.BYTES);

    // The numbers of functions, which are the same at all members.
    private final int tell;
    private final int hint;
    private final int ask;
    private final int answer;
    private final int askIndirect;
    private final int answerIndirect;
    private final int askBlock;
    private final int answerBlock;
    private final int askIndirectBlock;
    private final int answerIndirectBlock;
    private final int fetch;

    // By sender: the address of the segment that it fills.
    private final int[] segments;

    // By receiver: the key of the message that fills its segment.
    private final int[] fillKeys;

    // By number: to whom, and how often it was handled and answered.
    private final int[] targets = new int[MAX_MESSAGES];
    private final boolean[] isSent = new boolean[MAX_MESSAGES];
    private final boolean[] isAnswerWanted = new boolean[MAX_MESSAGES];
    private final int[] handled = new int[MAX_MESSAGES];
    private final int[] answered = new int[MAX_MESSAGES];
    private int sent;

    // What was asked, and the flag that answers count up.
    private int asked;
    private final int[] flag = new int[1];

    // It sends a reply, so that it may take no requests; or takes requests without a look at replies.
    private boolean isReplying;
    private boolean isTakingRequests;
    private boolean isFinished;

    /**
     * Sends a message with a stamp.
     */
    @FunctionalInterface
    private interface Call
    {
        void send(int stamp);
    }

    CmamNode(final CmamRun run, final int node)
    {
        super(run.cluster.host(node));
        this.run = run;
        this.node = node;
        random = run.simulation.random();
        final QueuePair queuePair = run.gang.queuePair(node);
        memory = OffHeapBuffer.allocate(fetchBase(run.hosts, MAX_MESSAGES) + Integer.BYTES);
        cmam = Cmam.on(queuePair, queuePair.segment(memory, Rights.PUT));
        accesses = new CmamAccesses(run, node, cmam, memory);
        fillKeys = new int[run.hosts];
        Arrays.fill(fillKeys, NOTHING);
        tell = cmam.onCall(this::onTold);
        hint = cmam.onCall(this::onHint);
        ask = cmam.onCall(this::onAsked);
        answer = cmam.onCall(this::onAnswer);
        askIndirect = cmam.onIndirect(this::onAskedIndirectly);
        answerIndirect = cmam.onIndirect(this::onIndirectAnswer);
        askBlock = cmam.onBlock(this::onAskedBlock);
        answerBlock = cmam.onBlock(this::onAnswerBlock);
        askIndirectBlock = cmam.onIndirectBlock(this::onAskedIndirectBlock);
        answerIndirectBlock = cmam.onIndirectBlock(this::onIndirectAnswerBlock);
        fetch = cmam.onCall(this::onFetch);
        segments = new int[run.hosts];
        for (int sender = 0; sender < run.hosts; sender++)
        {
            segments[sender] = openSegment(sender);
        }
    }

    private static int fillBase(final int sender)
    {
        return FIRST_SEGMENT + sender * FILLED_LENGTH;
    }

    private static int fetchBase(final int hosts, final int number)
    {
        return fillBase(hosts) + number * MAX_FETCHED * Integer.BYTES;
    }

    private int openSegment(final int sender)
    {
        clear(fillBase(sender), PIECES * FOUR);
        return cmam.openSegment(fillBase(sender), FILLED_LENGTH, (info, base) -> onFilled((Integer)info, base), sender);
    }

    private void clear(final int base, final int words)
    {
        for (int word = 0; word < words; word++)
        {
            memory.putInt(base + word * Integer.BYTES, NOTHING);
        }
    }

    private static void clear(final OffHeapBuffer buffer)
    {
        buffer.fillLongs(0, NOTHING, buffer.capacity() / Long.BYTES);
    }

    private static int sender(final int key)
    {
        return key >> KEY_SHIFT;
    }

    private static int number(final int key)
    {
        return key & NUMBER_MASK;
    }

    private static int mix(final int key, final int stamp)
    {
        return 31 * key + stamp;
    }

    private static int pattern(final int key, final int word)
    {
        return key << KEY_SHIFT | word;
    }

    boolean isFinished()
    {
        return isFinished;
    }

    void run()
    {
        try
        {
            while (accesses.hasPhase())
            {
                for (int i = run.simulation.upTo(MAX_OPERATIONS); i > 0; i--)
                {
                    operate();
                    run.pause(random.nextInt(2));
                }
                if (random.nextBoolean())
                {
                    awaitAnswers();
                }
                accesses.endPhase();
            }
        }
        catch (final IsotachException ex)
        {
            if (!run.hasCrashed())
            {
                throw ex;
            }
            accesses.finishAlone();
        }
        awaitAnswers();
        isFinished = true;
        // Others may still want something.
        while (!run.isOver())
        {
            cmam.poll();
            run.simulation.pause();
        }
    }

    private void operate()
    {
        switch (random.nextInt(8))
        {
            case 0:
                service();
                break;
            case 1:
                accesses.write();
                break;
            case 2:
                accesses.read();
                break;
            default:
                if (sent < MAX_MESSAGES)
                {
                    send(sent);
                }
                else if (random.nextBoolean())
                {
                    accesses.write();
                }
                else
                {
                    accesses.read();
                }
                break;
        }
    }

    private void service()
    {
        switch (random.nextInt(4))
        {
            case 0:
                cmam.poll();
                checkDrained();
                break;
            case 1:
                cmam.service();
                break;
            case 2:
                cmam.serviceReply();
                break;
            default:
                isTakingRequests = true;
                cmam.serviceRequest();
                isTakingRequests = false;
                break;
        }
    }

    /**
     * When a call that sends a request has returned, all replies and requests have been taken. After a crash a reply
     * may have failed, and so what is taken behind it.
     */
    private void checkDrained()
    {
        for (final Priority priority : Priority.values())
        {
            if (!run.hasCrashed() && run.isAnyThere(priority, node))
            {
                run.violate(CmamRun.DRAINED, this + " goes on, and has not taken a " + priority);
            }
        }
    }

    private void awaitAnswers()
    {
        if (!run.mayCrash && random.nextBoolean())
        {
            final int expected = asked;
            asked = 0;
            cmam.await(flag, expected);
        }
        while (!isAnswered())
        {
            cmam.poll();
            run.simulation.pause();
        }
    }

    private boolean isAnswered()
    {
        for (int number = 0; number < sent; number++)
        {
            if (isSent[number] && isAnswerWanted[number] && 0 == answered[number] && !run.isCrashed(targets[number]))
            {
                return false;
            }
        }
        return true;
    }

    private void send(final int number)
    {
        final int target = random.nextInt(run.hosts);
        final int kind = random.nextInt(KINDS);
        targets[number] = target;
        isAnswerWanted[number] = kind >= ONE_WAY_KINDS;
        asked += isAnswerWanted[number] ? 1 : 0;
        sent++;
        try
        {
            send(kind, target, node << KEY_SHIFT | number);
            isSent[number] = true;
        }
        catch (final IsotachException ex)
        {
            checkCrashed(target, ex);
        }
    }

    private void checkCrashed(final int other, final IsotachException ex)
    {
        if (!run.isCrashed(other))
        {
            throw ex;
        }
    }

    private void send(final int kind, final int target, final int key)
    {
        switch (kind)
        {
            case 0:
                hint(target, key);
                break;
            case 1:
                request(target, stamp -> cmam.request4(target, tell, key, stamp, ~key, mix(key, stamp)));
                break;
            case 2:
                request(target, stamp ->
                    cmam.requestIndirect4(target, askIndirect, key, stamp, ~key, mix(key, stamp)));
                break;
            case 3:
                request(target, stamp -> cmam.requestN(
                    target, askBlock, source, Long.BYTES, write(source, Long.BYTES, key, stamp, anyLength())));
                break;
            case 4:
                request(target, stamp -> cmam.requestIndirectN(
                    target, askIndirectBlock, source, Long.BYTES, write(source, Long.BYTES, key, stamp, anyLength())));
                break;
            case 5:
                fetch(target, key);
                break;
            default:
                if (NOTHING == fillKeys[target])
                {
                    fill(target, key);
                }
                else
                {
                    request(target, stamp -> cmam.request4(target, ask, key, stamp, ~key, mix(key, stamp)));
                }
                break;
        }
    }

    private void request(final int target, final Call call)
    {
        final int stamp = run.nextStamp();
        call.send(stamp);
        run.sent(Priority.REQUEST, target, stamp);
        // What was sent may change now.
        clear(source);
        checkDrained();
    }

    /**
     * A reply that nobody has asked for.
     */
    private void hint(final int target, final int key)
    {
        isReplying = true;
        try
        {
            final int stamp = run.nextStamp();
            cmam.reply4(target, hint, key, stamp, ~key, mix(key, stamp));
            run.sent(Priority.REPLY, target, stamp);
        }
        finally
        {
            isReplying = false;
        }
    }

    private int anyLength()
    {
        return (FOUR + random.nextInt(Cmam.MAX_BLOCK / Integer.BYTES - FOUR + 1)) * Integer.BYTES;
    }

    /**
     * Writes the words of a block.
     *
     * @return their length in bytes.
     */
    private static int write(
        final OffHeapBuffer buffer, final int offset, final int key, final int stamp, final int nbyte)
    {
        for (int word = 0; word < nbyte / Integer.BYTES; word++)
        {
            buffer.putInt(offset + word * Integer.BYTES, wordOfBlock(key, stamp, word));
        }
        return nbyte;
    }

    private static int wordOfBlock(final int key, final int stamp, final int word)
    {
        switch (word)
        {
            case 0:
                return key;
            case 1:
                return stamp;
            default:
                return pattern(key, word);
        }
    }

    private void fetch(final int target, final int key)
    {
        final int words = 1 + random.nextInt(MAX_FETCHED);
        final int base = fetchBase(run.hosts, number(key));
        clear(base, words);
        final int segaddr = cmam.openSegment(
            base, words * Integer.BYTES, (info, where) -> onFetched(key, words, where), null);
        if (segaddr < 0)
        {
            throw new IllegalStateException("more segments are open than the programs open");
        }
        request(target, stamp -> cmam.request4(target, fetch, key, stamp, segaddr, words));
    }

    /**
     * Fills the segment of another member, piece by piece, in any order, by words and by transfers.
     */
    private void fill(final int target, final int key)
    {
        fillKeys[target] = key;
        final int segaddr = run.members.get(target).segments[node];
        final int first = random.nextInt(PIECES);
        final int step = random.nextBoolean() ? 1 : PIECES - 1;
        for (int i = 0; i < PIECES; i++)
        {
            final int piece = (first + i * step) % PIECES;
            final int offset = piece * XFER_LENGTH;
            final int word = piece * FOUR;
            if (random.nextBoolean())
            {
                cmam.requestXfer4(target, segaddr + offset, pattern(key, word), pattern(key, word + 1),
                    pattern(key, word + 2), pattern(key, word + 3));
            }
            else
            {
                for (int j = 0; j < FOUR; j++)
                {
                    source.putInt(j * Integer.BYTES, pattern(key, word + j));
                }
                cmam.requestMferN(target, segaddr, source, 0, fillBase(node) + offset, XFER_LENGTH);
                clear(source);
            }
            checkDrained();
        }
    }

    /**
     * A function of a request is called.
     */
    private void checkMayTakeRequest()
    {
        if (isReplying)
        {
            run.violate(CmamRun.REPLY_FIRST, this + " takes a request while it sends a reply");
        }
        if (!isTakingRequests && !run.hasCrashed() && run.isAnyThere(Priority.REPLY, node))
        {
            run.violate(CmamRun.REPLY_FIRST, this + " takes a request while a reply is there");
        }
    }

    private void takeRequest(final int key, final int stamp)
    {
        checkMayTakeRequest();
        run.take(Priority.REQUEST, node, sender(key), stamp);
        countHandled(key);
    }

    private void countHandled(final int key)
    {
        final CmamNode sender = run.members.get(sender(key));
        sender.count(sender.handled, number(key), "handled");
    }

    private void count(final int[] times, final int number, final String what)
    {
        times[number]++;
        if (times[number] > 1)
        {
            run.violate(CmamRun.EXACTLY_ONCE, "message " + number + " of " + this + " was " + what + " again");
        }
    }

    private void checkWords(final int key, final int stamp, final int check, final int mix)
    {
        if (check != ~key || mix != mix(key, stamp))
        {
            run.violate(CmamRun.WHOLE, this + " takes a message with other words than it was sent with");
        }
    }

    private void onTold(final int key, final int stamp, final int check, final int mix)
    {
        checkWords(key, stamp, check, mix);
        takeRequest(key, stamp);
    }

    private void onHint(final int key, final int stamp, final int check, final int mix)
    {
        checkWords(key, stamp, check, mix);
        run.take(Priority.REPLY, node, sender(key), stamp);
        countHandled(key);
    }

    private void onAsked(final int key, final int stamp, final int check, final int mix)
    {
        onTold(key, stamp, check, mix);
        replyWithStamp(key, next -> cmam.reply4(sender(key), answer, key, next, ~key, mix(key, next)));
    }

    private void checkFunction(final int fun, final int called)
    {
        if (fun != called)
        {
            run.violate(CmamRun.WHOLE, "function " + called + " of " + this + " is called as function " + fun);
        }
    }

    private void onAskedIndirectly(
        final int fun, final int key, final int stamp, final int check, final int mix)
    {
        checkFunction(fun, askIndirect);
        onTold(key, stamp, check, mix);
        replyWithStamp(key, next ->
            cmam.replyIndirect4(sender(key), answerIndirect, key, next, ~key, mix(key, next)));
    }

    private void replyWithStamp(final int key, final Call call)
    {
        reply(key, () ->
        {
            final int stamp = run.nextStamp();
            call.send(stamp);
            run.sent(Priority.REPLY, sender(key), stamp);
        });
    }

    private void reply(final int key, final Runnable send)
    {
        if (run.isDraining())
        {
            return;
        }
        run.simulation.pause();
        isReplying = true;
        try
        {
            send.run();
        }
        catch (final IsotachException ex)
        {
            checkCrashed(sender(key), ex);
        }
        finally
        {
            isReplying = false;
        }
    }

    private void takeBlock(final CmamBlock block, final int nbyte)
    {
        checkBlock(block, nbyte);
        takeRequest(block.getInt(0), block.getInt(1));
    }

    private void checkBlock(final CmamBlock block, final int nbyte)
    {
        final int key = block.getInt(0);
        final int stamp = block.getInt(1);
        for (int word = 2; word < nbyte / Integer.BYTES; word++)
        {
            if (block.getInt(word) != wordOfBlock(key, stamp, word))
            {
                run.violate(CmamRun.WHOLE, "word " + word + " of a block that " + this + " takes is another one");
            }
        }
    }

    private void onAskedBlock(final CmamBlock block, final int nbyte)
    {
        takeBlock(block, nbyte);
        final int key = block.getInt(0);
        final int stamp = block.getInt(1);
        replyWithStamp(key, next -> cmam.replyN(
            sender(key), answerBlock, answerSource, 0, write(answerSource, 0, key, next, nbyte)));
        endBlock(block, nbyte, key, stamp);
    }

    private void onAskedIndirectBlock(final int fun, final CmamBlock block, final int nbyte)
    {
        checkFunction(fun, askIndirectBlock);
        takeBlock(block, nbyte);
        final int key = block.getInt(0);
        final int stamp = block.getInt(1);
        replyWithStamp(key, next -> cmam.replyIndirectN(
            sender(key), answerIndirectBlock, answerSource, 0, write(answerSource, 0, key, next, nbyte)));
        endBlock(block, nbyte, key, stamp);
    }

    /**
     * The words of a request stay as long as its function runs, also while that waits for room for its reply.
     */
    private void endBlock(final CmamBlock block, final int nbyte, final int key, final int stamp)
    {
        clear(answerSource);
        checkBlock(block, nbyte);
        if (block.getInt(0) != key || block.getInt(1) != stamp)
        {
            run.violate(CmamRun.WHOLE, "the block is another one that " + this + " has taken");
        }
    }

    private void onAnswer(final int key, final int stamp, final int check, final int mix)
    {
        checkWords(key, stamp, check, mix);
        takeAnswer(key, stamp);
    }

    private void onIndirectAnswer(
        final int fun, final int key, final int stamp, final int check, final int mix)
    {
        checkFunction(fun, answerIndirect);
        onAnswer(key, stamp, check, mix);
    }

    private void onAnswerBlock(final CmamBlock block, final int nbyte)
    {
        checkBlock(block, nbyte);
        takeAnswer(block.getInt(0), block.getInt(1));
    }

    private void onIndirectAnswerBlock(final int fun, final CmamBlock block, final int nbyte)
    {
        checkFunction(fun, answerIndirectBlock);
        onAnswerBlock(block, nbyte);
    }

    private void takeAnswer(final int key, final int stamp)
    {
        final int target = targets[number(key)];
        run.take(Priority.REPLY, node, target, stamp);
        countAnswered(key);
        if (key == fillKeys[target])
        {
            fillKeys[target] = NOTHING;
        }
    }

    private void countAnswered(final int key)
    {
        if (node != sender(key))
        {
            run.violate(CmamRun.EXACTLY_ONCE, this + " takes an answer for host " + sender(key));
        }
        count(answered, number(key), "answered");
        flag[0]++;
    }

    private void onFetch(final int key, final int stamp, final int segaddr, final int words)
    {
        takeRequest(key, stamp);
        reply(key, () -> give(key, segaddr, words));
    }

    /**
     * Fills the segment of who has asked, by words and by a transfer.
     */
    private void give(final int key, final int segaddr, final int words)
    {
        for (int word = 0; word < words; word++)
        {
            answerSource.putInt(word * Integer.BYTES, pattern(key, word));
        }
        final int cut = random.nextInt(words + 1) * Integer.BYTES;
        final int length = words * Integer.BYTES;
        if (cut > 0)
        {
            cmam.replyXfer(sender(key), segaddr, answerSource, 0, cut);
        }
        if (cut < length)
        {
            cmam.replyMferN(sender(key), segaddr, answerSource, cut, fetchBase(run.hosts, number(key)) + cut,
                length - cut);
        }
        clear(answerSource);
    }

    private void onFetched(final int key, final int words, final int base)
    {
        checkLanded(key, words, base);
        countAnswered(key);
    }

    private void onFilled(final int sender, final int base)
    {
        checkMayTakeRequest();
        final int key = run.members.get(sender).fillKeys[node];
        checkLanded(key, PIECES * FOUR, base);
        countHandled(key);
        if (openSegment(sender) != segments[sender])
        {
            run.violate(CmamRun.EXACTLY_ONCE, "a segment of " + this + " has another address");
        }
        replyWithStamp(key, next -> cmam.reply4(sender, answer, key, next, ~key, mix(key, next)));
    }

    private void checkLanded(final int key, final int words, final int base)
    {
        for (int word = 0; word < words; word++)
        {
            final int found = memory.getInt(base + word * Integer.BYTES);
            if (found != pattern(key, word))
            {
                run.violate(CmamRun.PAYLOAD_BEFORE_END, "word " + word + " of " + words + " in a segment of " + this +
                    " is " + found + " when that has ended, and must be " + pattern(key, word));
                return;
            }
        }
    }

    void drain()
    {
        cmam.poll();
    }

    String loss()
    {
        for (int number = 0; number < sent; number++)
        {
            if (isSent[number] && !run.isCrashed(targets[number]) &&
                (1 != handled[number] || isAnswerWanted[number] && 1 != answered[number]))
            {
                return "message " + number + " of " + this + " to host " + targets[number] + " was handled " +
                    handled[number] + " times, and answered " + answered[number];
            }
        }
        return null;
    }
}
