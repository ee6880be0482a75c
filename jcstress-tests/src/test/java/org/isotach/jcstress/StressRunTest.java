/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

class StressRunTest
{
    @Test
    void shouldRunOneConfigurationOfEachTestWhenQuick()
    {
        assertEquals(
            List.of("-m", "quick", "-strideSize", "32", "-strideCount", "8", "-sc", "false", "-af", "NONE",
                "-jvmArgs", "-Xmx256m", "-time", "50", "-iters", "3"),
            withDefaults("-m", "quick"));
    }

    @Test
    void shouldRunAllConfigurationsWhenNoShortRunIsAskedFor()
    {
        assertEquals(List.of("-strideSize", "32", "-strideCount", "8"), withDefaults());
        assertEquals(
            List.of("-m", "tough", "-strideSize", "32", "-strideCount", "8"), withDefaults("-m", "tough"));
    }

    @Test
    void shouldKeepWhatIsGiven()
    {
        final String[] given = {
            "-strideSize", "1", "-strideCount", "2", "-sc", "true", "-af", "GLOBAL", "-jvmArgs", "-Xint",
            "-time", "4", "-iters", "5", "-t", "Increment", "-m", "quick"};
        assertEquals(List.of(given), withDefaults(given));
    }

    @Test
    void shouldKeepTheConfigurationsOfTheJvmWhenArgumentsArePrepended()
    {
        assertEquals(
            List.of("-m", "sanity", "-jvmArgsPrepend", "-Xint", "-strideSize", "32", "-strideCount", "8",
                "-sc", "false", "-af", "NONE"),
            withDefaults("-m", "sanity", "-jvmArgsPrepend", "-Xint"));
    }

    private static List<String> withDefaults(final String... given)
    {
        final List<String> arguments = new ArrayList<>(List.of(given));
        StressRun.addDefaults(arguments);
        return arguments;
    }
}
