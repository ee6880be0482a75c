/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * Shared memory: variables of 64 bits with copies on several hosts, which isochrons read, write and reserve.
 */
module org.isotach.smm
{
    requires transitive org.isotach.niu;

    exports org.isotach.smm;
}
