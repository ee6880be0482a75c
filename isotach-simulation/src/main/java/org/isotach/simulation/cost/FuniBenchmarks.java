/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/**
 * The benchmarks of the paper (Hoe, FUNet, section 6.2.1) in virtual time, in cycles of 40 MHz. Each call is a run of
 * its own.
 */
final class FuniBenchmarks
{
    private static final int CALLS = 100;
    private static final int TRIPS = 20;
    private static final int TARGETS = 7;
    private static final int NODES = 32;
    private static final int BARRIERS = 4;

    // Of the shared memory: the call itself, and whether the word is here.
    private static final int CALL = 2;

    // cmam_open_segment is called, looks for a segment that is free, fills in its five fields, and makes its address.
    private static final int SEARCH = 3;
    private static final int FIELDS = 5 + 1;

    private final FuniCosts costs;

    /**
     * @param overhead   of the processor for one call.
     * @param throughput time for each call until the card, or the receiver, has done all of them.
     */
    record Times(double throughput, double overhead)
    {
    }

    /**
     * What the function of a request does before it replies: moves that bring words to or from memory.
     */
    private enum Operation
    {
        NOTHING(0), WORD(1), DOUBLE_WORD(2), SIXTEEN_BYTES(0);

        private final int moves;

        Operation(final int moves)
        {
            this.moves = moves;
        }
    }

    FuniBenchmarks(final FuniCosts costs)
    {
        this.costs = costs;
    }

    /**
     * Sends to other nodes, one after the other.
     */
    Times send(final Primitive primitive)
    {
        final VirtualTime time = new VirtualTime();
        final FuniNode[] nodes = FuniNode.newNodes(time, costs, 1 + TARGETS);
        final double[] sentAt = new double[1];
        final Program program = repeat(CALLS, i -> send(primitive, nodes, 1 + i % TARGETS));
        nodes[0].processor().start(program.note(() -> sentAt[0] = time.now()));
        time.run();
        return new Times(nodes[0].card().doneAt() / CALLS, sentAt[0] / CALLS);
    }

    /**
     * Takes messages that the card has delivered; the time of the card counts as throughput.
     */
    Times receive(final Primitive primitive)
    {
        final VirtualTime time = new VirtualTime();
        final FuniNode node = FuniNode.newNodes(time, costs, 1)[0];
        for (int i = 0; i < CALLS; i++)
        {
            node.card().arrive(primitive.packet(0, () -> primitive.handle(node)));
        }
        time.run();
        final double deliveredAt = time.now();
        node.processor().start(repeat(CALLS, i -> node.service(primitive.priority())));
        time.run();
        return new Times(time.now() / CALLS, (time.now() - deliveredAt) / CALLS);
    }

    /**
     * A request, and its reply.
     */
    double roundTrip(final Primitive request, final Primitive reply)
    {
        return trips(Operation.NOTHING, 0, request, reply);
    }

    /**
     * A read or a write that is waited for.
     */
    double blocking(final boolean isDoubleWord)
    {
        return trips(isDoubleWord ? Operation.DOUBLE_WORD : Operation.WORD, CALL, Primitive.CMAM_4,
            Primitive.CMAM_REPLY_4);
    }

    /**
     * A get or a put, until it is known to be done.
     */
    double splitPhaseLatency()
    {
        return trips(Operation.WORD, CALL, Primitive.CMAM_4, Primitive.CMAM_REPLY_4);
    }

    /**
     * A get of 16 bytes, until it is known to be done.
     */
    double getSixteenLatency()
    {
        return trips(Operation.SIXTEEN_BYTES, CALL, Primitive.CMAM_4, Primitive.CMAM_REPLY_XFER_4);
    }

    /**
     * The call of a put: nothing of its answer.
     */
    double putOverhead()
    {
        final VirtualTime time = new VirtualTime();
        final FuniNode[] nodes = FuniNode.newNodes(time, costs, 2);
        final double[] sentAt = new double[1];
        nodes[0].processor().start(nodes[0].steps(CALL)
            .then(send(Primitive.CMAM_4, nodes, 1))
            .note(() -> sentAt[0] = time.now()));
        time.run();
        return sentAt[0];
    }

    /**
     * A get of many from other nodes, with its answer: what it takes of the time of the processor.
     */
    double getOverhead(final boolean isSixteenBytes)
    {
        final Trip trip = new Trip(isSixteenBytes ? Operation.SIXTEEN_BYTES : Operation.WORD, Primitive.CMAM_4,
            isSixteenBytes ? Primitive.CMAM_REPLY_XFER_4 : Primitive.CMAM_REPLY_4, TARGETS);
        return trip.run(repeat(CALLS, i -> trip.begin(CALL, 1 + i % TARGETS))
            .then(trip.client.serveUntil(() -> trip.done == CALLS))) / CALLS;
    }

    private double trips(final Operation operation, final int steps, final Primitive request, final Primitive reply)
    {
        final Trip trip = new Trip(operation, request, reply, 1);
        return trip.run(repeat(
            TRIPS, i -> trip.begin(steps, 1).then(trip.client.serveUntil(() -> trip.done == i + 1)))) / TRIPS;
    }

    /**
     * A barrier of 32 nodes: in round k of five each tells the node 2^k further, and waits for the one 2^k before it.
     */
    double barrier()
    {
        final VirtualTime time = new VirtualTime();
        final FuniNode[] nodes = FuniNode.newNodes(time, costs, NODES);
        final int rounds = Integer.numberOfTrailingZeros(NODES);
        final int[][] come = new int[NODES][rounds];
        final double[] endAt = new double[1];
        for (int i = 0; i < NODES; i++)
        {
            final int self = i;
            nodes[self].processor().start(repeat(BARRIERS * rounds, turn ->
            {
                final int round = turn % rounds;
                final int partner = (self + (1 << round)) % NODES;
                final BooleanSupplier isOver = () -> come[self][round] > turn / rounds;
                return Primitive.CMAM_4.send(nodes[self], partner,
                    () -> nodes[partner].function().note(() -> come[partner][round]++))
                    .then(nodes[self].serveUntil(isOver));
            }).note(() -> endAt[0] = Math.max(endAt[0], time.now())));
        }
        time.run();
        return endAt[0] / BARRIERS;
    }

    /**
     * Node 0 sends to another one, whose function does nothing but count.
     */
    private static Program send(final Primitive primitive, final FuniNode[] nodes, final int target)
    {
        return primitive.send(nodes[0], target, () -> primitive.handle(nodes[target]));
    }

    private static Program repeat(final int count, final IntFunction<Program> body)
    {
        return count == 0 ? new Program() : repeat(0, count, body);
    }

    private static Program repeat(final int first, final int limit, final IntFunction<Program> body)
    {
        return new Program().run(() -> first == limit ? new Program() :
            body.apply(first).then(repeat(first + 1, limit, body)));
    }

    /**
     * A client that asks, and servers that answer.
     */
    private final class Trip
    {
        private final VirtualTime time = new VirtualTime();
        private final FuniNode[] nodes;
        private final FuniNode client;
        private final Operation operation;
        private final Primitive request;
        private final Primitive reply;
        private int done;
        private double endAt;

        Trip(final Operation operation, final Primitive request, final Primitive reply, final int servers)
        {
            nodes = FuniNode.newNodes(time, costs, 1 + servers);
            client = nodes[0];
            this.operation = operation;
            this.request = request;
            this.reply = reply;
        }

        Program begin(final int steps, final int server)
        {
            final Program program = client.steps(steps);
            if (Operation.SIXTEEN_BYTES == operation)
            {
                program.then(client.steps(SEARCH)).then(client.moves(FIELDS));
            }
            return program.then(request.send(client, server, () -> answer(nodes[server])));
        }

        /**
         * The function of a request has nothing to do but to reply.
         */
        private Program answer(final FuniNode server)
        {
            final Program program = request.isBlock() ? server.copyBlock(0) : new Program();
            program.then(server.steps(1)).then(server.moves(operation.moves));
            if (Operation.SIXTEEN_BYTES == operation)
            {
                // The loop of cmam_reply_xfer: the call, and whether there is more.
                program.then(server.steps(2));
            }
            return program.then(reply.send(server, 0, () -> end(client)));
        }

        private Program end(final FuniNode node)
        {
            final Program program = reply.handle(node);
            if (Operation.SIXTEEN_BYTES == operation)
            {
                // The segment is closed, and calls its function.
                program.then(node.steps(2)).then(node.function());
            }
            return program.note(() -> done++);
        }

        double run(final Program program)
        {
            final boolean[] isOver = new boolean[1];
            client.processor().start(program.note(() ->
            {
                isOver[0] = true;
                endAt = time.now();
            }));
            for (int i = 1; i < nodes.length; i++)
            {
                nodes[i].processor().start(nodes[i].serveUntil(() -> isOver[0]));
            }
            time.run();
            return endAt;
        }
    }

    /**
     * Returns how many transactions of the bus one message is: of the processor and of the card of its sender, and of
     * the card and of the processor of its receiver.
     */
    int[] transactions(final Primitive primitive)
    {
        final VirtualTime time = new VirtualTime();
        final FuniNode[] nodes = FuniNode.newNodes(time, costs, 2);
        nodes[0].processor().start(send(primitive, nodes, 1));
        time.run();
        final int delivered = nodes[1].bus().ofCard();
        nodes[1].processor().start(nodes[1].take(primitive.priority()));
        time.run();
        return new int[] { nodes[0].bus().ofProcessor(), nodes[0].bus().ofCard(), delivered,
            nodes[1].bus().ofProcessor() };
    }

    @Override
    public String toString()
    {
        return "FuniBenchmarks{" + costs + '}';
    }
}
