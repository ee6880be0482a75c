/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ReferencesTest
{
    private final LocalReferences references = new LocalReferences();

    @Test
    void shouldKeepWhatACallMayHaveReadUntilItHasLeft()
    {
        final long handle = references.add("read");
        final long entered = references.enter();
        references.retire(handle);
        for (int i = 0; i < 10; i++)
        {
            references.retire(references.add(i));
            assertEquals("read", references.get(handle));
        }

        references.exit(entered);
        retireSome();

        assertNull(references.get(handle));
    }

    @Test
    void shouldKeepNothingForACallThatHasEnteredLater()
    {
        final long handle = references.add("gone");
        references.retire(handle);
        retireSome();
        final long entered = references.enter();

        assertNull(references.get(handle));
        references.exit(entered);
    }

    @Test
    void shouldFreeAllButTheLastWhileCallsComeAndGo()
    {
        long last = References.NULL;
        for (int i = 0; i < 1000; i++)
        {
            final long entered = references.enter();
            final long next = references.add(i);
            references.retire(last);
            last = next;
            references.exit(entered);
        }

        assertEquals(999, references.get(last));
        assertTrue(references.size() < 10, references::toString);
    }

    @Test
    void shouldHaveNoHandleForNull()
    {
        assertEquals(References.NULL, references.add(null));
        assertNull(references.get(References.NULL));
        references.retire(References.NULL);
        assertEquals(0, references.size());
    }

    @Test
    void shouldGiveEachObjectAHandleOfItsOwn()
    {
        assertNotEquals(references.add("a"), references.add("a"));
        assertEquals(2, references.size());
    }

    /**
     * Two epochs later nobody can have read what was retired before.
     */
    private void retireSome()
    {
        for (int i = 0; i < 3; i++)
        {
            references.retire(references.add(i));
        }
    }
}
