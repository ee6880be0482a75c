/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation;

import java.util.List;

/**
 * Mistakes in the leaps of logical time.
 */
final class LeapMutants
{
    private static final String LOOK = "if (!hasHostSent(host, pulse))";
    private static final String STAMP = "return Math.max(tokensSent + distance, tokenManager.leap() + 1);";

    /**
     * Those that need a pin and a leap that cross.
     */
    static final List<Mutant> ALL = List.of(
        new Mutant(
            "leap read before the pin", "rule 4", "LeapingTokenWord",
            STAMP + "\n}\n",
            """
            return Math.max(tokensSent + distance, leapBefore + 1);
            }
            private long leapBefore;
            @Override
            void letGo(final long promised)
            {
            super.letGo(promised);
            leapBefore = tokenManager.leap();
            }
            """),
        new Mutant(
            "stamped without regard to the leap", "rule 4", "LeapingTokenWord",
            STAMP, "return tokensSent + distance;"),
        new Mutant(
            "leap not raised", "rule 1", "LeapingTokenManager",
            "raise(pulse);", ""),
        new Mutant(
            "leap raised behind the looks", "rule 1", "LeapingTokenManager",
            "raise(pulse);\nfor (int host = 0; host < inputCount(); host++)\n{\n" + LOOK +
                "\n{\nreturn false;\n}\n}\nreturn true;",
            "for (int host = 0; host < inputCount(); host++)\n{\n" + LOOK +
                "\n{\nreturn false;\n}\n}\nraise(pulse);\nreturn true;"),
        new Mutant(
            "leap without a look at the hosts, in its midst", "rule 1", "LeapingTokenManager",
            LOOK, "if (false)"),
        new Mutant(
            "leap over a pin just before it", "rule 1", "LeapingTokenManager",
            LOOK, "if (!hasHostSent(host, pulse - SHORTEST_LEAP))"),
        new Mutant(
            "leap raised too far", "rule 1", "LeapingTokenManager",
            "raise(pulse);", "raise(pulse + 1);"));

    /**
     * Those that whole clusters find, whose steps are larger.
     */
    static final List<Mutant> OF_CLUSTERS = List.of(
        new Mutant(
            "leap without a look at the hosts", "rule 1", "LeapingTokenManager",
            LOOK, "if (false)"));

    private LeapMutants()
    {
    }
}
