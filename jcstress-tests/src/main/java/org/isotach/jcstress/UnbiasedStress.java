/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.jcstress;

import java.util.SortedSet;

import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.vm.VMSupport;

/**
 * jcstress without JVMs that have biased locks. Where a JVM knows them, jcstress runs everything twice, with them and
 * without. The tests are about words, not about monitors, which few of them take; and since JDK 15 the JVM has biased
 * locks only on demand. So the second run would be nearly the same once more.
 */
final class UnbiasedStress extends JCStress
{
    private static final String BIASED = "-XX:+UseBiasedLocking";

    private UnbiasedStress(final Options options)
    {
        super(options);
    }

    /**
     * Runs jcstress, as its own main program does.
     *
     * @param args options of jcstress.
     * @throws Exception when it cannot be run.
     */
    public static void main(final String[] args) throws Exception
    {
        final Options options = new Options(args);
        if (!options.parse())
        {
            System.exit(1);
        }
        new UnbiasedStress(options).run();
    }

    /**
     * jcstress asks for the tests when it knows the JVMs, and before it assigns the tests to them.
     */
    @Override
    public SortedSet<String> getTests()
    {
        VMSupport.getAvailableVMConfigs().removeIf(jvm -> jvm.origArgs().contains(BIASED));
        return super.getTests();
    }
}
