/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.actions;

import java.util.Arrays;
import java.util.Objects;

import org.isotach.smm.TakenVariables;

/**
 * The variables that an action or a snapshot has declared: first those that it reserves, then those that it only reads,
 * and the position of the words of each. Immutable.
 */
final class Footprint
{
    static final int[] NO_WORDS = {};
    private static final IsoVariable[] NO_VARIABLES = {};
    private static final int FEW = 16;
    private static final int NOT_THERE = -1;
    private static final int SHOWN = 16;

    private final IsoVariable[] variables;
    private final int reserved;
    private final boolean isSnapshot;

    // By variable, the position of its first word; null if each variable has one word.
    private final int[] firstWords;
    private final int[] taken;
    private final int[] read;
    private final boolean hasReferences;
    private final boolean readsReferences;
    private final int firstAddress;
    private final boolean isRow;

    // Indices plus one, by hash of the variable, if there are many variables.
    private final int[] table;

    Footprint(final VariableAccess access, final IsoVariable[] updates, final IsoVariable[] reading)
    {
        this(access, updates, reading, false);
    }

    private Footprint(
        final VariableAccess access,
        final IsoVariable[] updates,
        final IsoVariable[] reading,
        final boolean isSnapshot)
    {
        this.isSnapshot = isSnapshot;
        final IsoVariable[] all = new IsoVariable[updates.length + reading.length];
        table = all.length > FEW ? new int[4 * Integer.highestOneBit(all.length)] : null;
        int count = 0;
        for (int i = 0; i < updates.length; i++)
        {
            checkUsable(access, updates[i], i, "to update");
            count = add(all, count, updates[i]);
        }
        reserved = count;
        for (int i = 0; i < reading.length; i++)
        {
            checkUsable(access, reading[i], i, "to read");
            count = add(all, count, reading[i]);
        }
        variables = count == all.length ? all : Arrays.copyOf(all, count);
        int words = 0;
        int reservedWords = 0;
        boolean isReferring = false;
        boolean isReadingReferences = false;
        for (int i = 0; i < count; i++)
        {
            words += variables[i].words();
            reservedWords += i < reserved ? variables[i].words() : 0;
            isReferring |= variables[i] instanceof IsoReference;
            isReadingReferences |= i >= reserved && variables[i] instanceof IsoReference;
        }
        hasReferences = isReferring;
        readsReferences = isReadingReferences;
        firstAddress = 0 == count ? 0 : variables[0].address();
        isRow = findRow();
        firstWords = words == count ? null : new int[count];
        taken = 0 == reservedWords ? NO_WORDS : new int[reservedWords];
        read = words == reservedWords ? NO_WORDS : new int[words - reservedWords];
        layOut();
        if (reservedWords > TakenVariables.MAX_CAPACITY || words - reservedWords > TakenVariables.MAX_CAPACITY)
        {
            throw new IllegalArgumentException(this + " has " + words + " words (expected: at most " +
                TakenVariables.MAX_CAPACITY + "): " + (isSnapshot ?
                "take several snapshots, each of them at a point in the order of its own" :
                "do it in several actions"));
        }
    }

    private static void checkUsable(
        final VariableAccess access, final IsoVariable variable, final int index, final String purpose)
    {
        if (null == variable)
        {
            throw new NullPointerException("variable " + index + " of those " + purpose + " is null");
        }
        if (variable.access() != access)
        {
            throw new IllegalArgumentException("variable " + variable + " belongs to another Isotach: use it in" +
                " actions of that one");
        }
    }

    private int add(final IsoVariable[] all, final int count, final IsoVariable variable)
    {
        if (null == table)
        {
            for (int i = 0; i < count; i++)
            {
                if (all[i] == variable)
                {
                    return count;
                }
            }
        }
        else
        {
            int place = place(variable);
            while (0 != table[place])
            {
                if (all[table[place] - 1] == variable)
                {
                    return count;
                }
                place = place + 1 & table.length - 1;
            }
            table[place] = count + 1;
        }
        all[count] = variable;
        return count + 1;
    }

    private void layOut()
    {
        int word = 0;
        for (int i = 0; i < variables.length; i++)
        {
            if (null != firstWords)
            {
                firstWords[i] = word;
            }
            for (int j = 0; j < variables[i].words(); j++)
            {
                if (word < taken.length)
                {
                    taken[word] = variables[i].address() + j;
                }
                else
                {
                    read[word - taken.length] = variables[i].address() + j;
                }
                word++;
            }
        }
    }

    private boolean findRow()
    {
        int count = 0;
        while (count < variables.length && variables[count].address() == firstAddress + count &&
            1 == variables[count].words() && !(variables[count] instanceof IsoReference))
        {
            count++;
        }
        return count == variables.length;
    }

    /**
     * Makes the footprint of a snapshot.
     */
    static Footprint ofReads(final VariableAccess access, final IsoVariable[] reading)
    {
        return new Footprint(access, NO_VARIABLES, Objects.requireNonNull(reading, "variables"), true);
    }

    /**
     * @return the index of a variable, negative if it was not declared.
     */
    int index(final IsoVariable variable)
    {
        if (null == table)
        {
            for (int i = 0; i < variables.length; i++)
            {
                if (variables[i] == variable)
                {
                    return i;
                }
            }
            return NOT_THERE;
        }
        int place = place(variable);
        while (0 != table[place])
        {
            final int index = table[place] - 1;
            if (variables[index] == variable)
            {
                return index;
            }
            place = place + 1 & table.length - 1;
        }
        return NOT_THERE;
    }

    /**
     * Finds a variable of an array that was declared as a whole, or from its beginning: without a search.
     *
     * @return the index of the variable, negative if it was not found this way.
     */
    int indexInRow(final IsoVariable variable)
    {
        final int index = Objects.requireNonNull(variable, "variable").address() - firstAddress;
        return index >= 0 && index < variables.length && variables[index] == variable ? index : NOT_THERE;
    }

    /**
     * Returns the access of the variables, of which there is at least one.
     */
    VariableAccess access()
    {
        return variables[0].access();
    }

    /**
     * Returns the address of the first variable.
     */
    int firstAddress()
    {
        return firstAddress;
    }

    /**
     * Returns whether all variables have one word at successive addresses, and no object. The index of a word is the
     * distance of its address from the first one.
     */
    boolean isRow()
    {
        return isRow;
    }

    /**
     * Returns whether a variable has this index, if there is one.
     */
    boolean isAt(final int index, final IsoVariable variable)
    {
        return index >= 0 && index < variables.length && variables[index] == variable;
    }

    int firstWord(final int index)
    {
        return null == firstWords ? index : firstWords[index];
    }

    IsoVariable variable(final int index)
    {
        return variables[index];
    }

    int variables()
    {
        return variables.length;
    }

    /**
     * Returns whether the variable may be assigned.
     */
    boolean isReserved(final int index)
    {
        return index < reserved;
    }

    /**
     * Returns the variable that has reserved a word.
     *
     * @param address the address of the word.
     * @return the variable, null if it is not reserved.
     */
    IsoVariable reservedAt(final int address)
    {
        for (int i = 0; i < reserved; i++)
        {
            final int word = address - variables[i].address();
            if (word >= 0 && word < variables[i].words())
            {
                return variables[i];
            }
        }
        return null;
    }

    /**
     * Addresses of the reserved words; their values come first.
     */
    int[] taken()
    {
        return taken;
    }

    /**
     * Addresses of the words that are only read.
     */
    int[] read()
    {
        return read;
    }

    /**
     * Returns the addresses of all words, in this order.
     */
    int[] all()
    {
        final int[] addresses = Arrays.copyOf(taken, words());
        System.arraycopy(read, 0, addresses, taken.length, read.length);
        return addresses;
    }

    int words()
    {
        return taken.length + read.length;
    }

    boolean hasReferences()
    {
        return hasReferences;
    }

    /**
     * Returns whether there are references that are read only.
     */
    boolean readsReferences()
    {
        return readsReferences;
    }

    private int place(final IsoVariable variable)
    {
        return (variable.address() * 0x9E3779B9 >>> 8) & table.length - 1;
    }

    /**
     * Says how to declare one more variable, for messages.
     */
    String remedy()
    {
        return isSnapshot ? "add it to the variables of snapshot()" :
            "add it to update(), or to reading() if it is only read";
    }

    @Override
    public String toString()
    {
        final StringBuilder text = new StringBuilder(isSnapshot ? "snapshot(" : "update(");
        for (int i = 0; i < variables.length; i++)
        {
            text.append(!isSnapshot && reserved == i ? ").reading(" : 0 == i ? "" : ", ");
            if (SHOWN == i)
            {
                return text.append("... ").append(variables.length).append(" variables)").toString();
            }
            text.append(variables[i]);
        }
        return text.append(')').toString();
    }
}
