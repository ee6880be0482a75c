/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.smm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * Long isochrons that are issued or abandoned, against maps that are kept or copied back.
 */
final class SchedLedgerModelTest
{
    private static final int HOST = 3;
    private static final int PORT = 4;
    private static final int RUNS = 100;
    private static final int STEPS = 600;
    private static final int ADDRESSES = 60;

    /**
     * A ledger, and what must be in it.
     */
    private static final class Run
    {
        private final Random random;
        private final int isochronLength;
        private final SchedLedger ledger = new SchedLedger(HOST, PORT);
        private Map<Integer, Long> scheds = new HashMap<>();

        // All takes that there ever were, and who holds them.
        private final List<TakenVariables> takes = new ArrayList<>();
        private Map<TakenVariables, Integer> holders = new IdentityHashMap<>();

        // As it was when the last isochron ended.
        private Map<Integer, Long> schedsBefore = Map.of();
        private Map<TakenVariables, Integer> holdersBefore = new IdentityHashMap<>();

        Run(final Random random)
        {
            this.random = random;
            isochronLength = 1 + random.nextInt(200);
        }

        void step()
        {
            if (0 == random.nextInt(isochronLength))
            {
                end(random.nextBoolean());
                assertAsExpected();
                return;
            }
            final int address = random.nextInt(ADDRESSES);
            switch (random.nextInt(4))
            {
                case 0, 1:
                    changeSched(address);
                    break;
                case 2:
                    take(random.nextInt(4) > 0);
                    break;
                default:
                    settleTake();
                    break;
            }
        }

        private void changeSched(final int address)
        {
            final Long version = scheds.get(address);
            if (null == version)
            {
                final long next = ledger.next(address);
                ledger.add(address, next);
                scheds.put(address, next);
                return;
            }
            ledger.makeRoom();
            if (0 == random.nextInt(4))
            {
                ledger.settle(address, Version.of(HOST, PORT + 1, version));
            }
            else
            {
                ledger.settle(address, version);
                scheds.remove(address);
            }
        }

        /**
         * @param isHere false if it was taken without this port, which may settle it all the same.
         */
        private void take(final boolean isHere)
        {
            final int[] addresses = new int[1 + random.nextInt(3)];
            final TakenVariables taken = new TakenVariables(addresses.length);
            if (isHere)
            {
                ledger.makeRoomForTake();
                taken.begin(PORT, null, addresses, ledger.nextOf(addresses.length));
                ledger.addAll(taken);
            }
            else
            {
                taken.begin(PORT + 1, null, addresses, 1);
                holdersBefore.put(taken, PORT + 1);
            }
            takes.add(taken);
            holders.put(taken, taken.holder());
        }

        private void settleTake()
        {
            final TakenVariables taken = takes.isEmpty() ? null : takes.get(random.nextInt(takes.size()));
            if (null != taken && holders.get(taken) >= 0)
            {
                ledger.makeRoomForTake();
                ledger.settleAll(taken);
                holders.put(taken, TakenVariables.SETTLING);
            }
        }

        private void end(final boolean isIssued)
        {
            if (isIssued)
            {
                ledger.issued();
                holders.replaceAll((taken, holder) ->
                    TakenVariables.SETTLING == holder ? TakenVariables.NOBODY : holder);
            }
            else
            {
                ledger.abandoned();
                scheds = new HashMap<>(schedsBefore);
                holders.replaceAll((taken, holder) -> holdersBefore.getOrDefault(taken, TakenVariables.NOBODY));
            }
            schedsBefore = new HashMap<>(scheds);
            holdersBefore = new IdentityHashMap<>(holders);
        }

        private void assertAsExpected()
        {
            for (int address = 0; address < ADDRESSES; address++)
            {
                final int one = address;
                if (scheds.containsKey(address))
                {
                    assertEquals(scheds.get(address), ledger.outstanding(address));
                }
                else
                {
                    assertThrows(IllegalStateException.class, () -> ledger.outstanding(one));
                }
            }
            int size = scheds.size();
            for (final TakenVariables taken : takes)
            {
                assertEquals(holders.get(taken), taken.holder());
                size += PORT == taken.holder() ? taken.count() : 0;
            }
            assertEquals(size, ledger.size());
        }
    }

    @Test
    void shouldBeAsBeforeEachIsochronThatIsAbandoned()
    {
        for (int seed = 0; seed < RUNS; seed++)
        {
            final Run run = new Run(new Random(seed));
            for (int step = 0; step < STEPS; step++)
            {
                run.step();
            }
        }
    }
}
