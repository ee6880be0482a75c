/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.memory;

/**
 * For the models: keeps the fields of subclasses off the cache lines of the object in front of them. One thread creates
 * objects for all hosts, one after the other, and different threads write to them later.
 * <p>
 * The fields of a superclass precede those of its subclasses. The padding is 128 bytes, because processors fetch lines
 * in pairs.
 */
@SuppressWarnings("unused")
public abstract class Padded
{
    // Fills the gap that alignment leaves between the header and the first long: a field of the subclass would land
    // there.
    private int p;
    private long p00;
    private long p01;
    private long p02;
    private long p03;
    private long p04;
    private long p05;
    private long p06;
    private long p07;
    private long p08;
    private long p09;
    private long p10;
    private long p11;
    private long p12;
    private long p13;
    private long p14;
    private long p15;

    /**
     * For subclasses.
     */
    protected Padded()
    {
    }
}
