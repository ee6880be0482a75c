/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import picocli.CommandLine.IVersionProvider;

/**
 * The version of the jar with the samples.
 */
final class SampleVersion implements IVersionProvider
{
    @Override
    public String[] getVersion()
    {
        final String version = Samples.class.getPackage().getImplementationVersion();
        return new String[] {
            "isotach-samples " + (null == version ? "(classes of a build, not of a jar)" : version),
            "JVM: ${java.vm.name} ${java.vm.version}",
            "OS: ${os.name} ${os.version} ${os.arch}, " +
                Plural.of(Runtime.getRuntime().availableProcessors(), "core") };
    }
}
