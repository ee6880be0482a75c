/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

/**
 * What the sample {@code cmam} measures with a thread at each member, with the figures of the CM-5 in microseconds
 * (Hoe, FUNet, table 6.1).
 */
enum CmamOperation
{
    TRIP("cmam_4, there and back", 12.5, "cmam_4, round trip", 0),
    TRIP_N("cmam_n, 1 word, there and back", Double.NaN, "cmam_n, 1 word", 0),
    READ_INT("read, 32 bits", 13.7, "read_i", 0),
    WRITE_INT("write, 32 bits", 12.8, "write_i", 0),
    READ_DOUBLE("read, 64 bits", 14.5, "read_d", 0),
    WRITE_DOUBLE("write, 64 bits", 13.2, "write_d", 0),
    GET("get, 32 bits, call", 4.3, "get_i", 1),
    GET_SYNC("get, 32 bits, until sync", 13.4, "get_i", 0),
    // The table has 220.5 us, and 678.9 cycles of 33 MHz.
    GET_16("get, 16 bytes, call", 11.1, "get_16", 1),
    GET_16_SYNC("get, 16 bytes, until sync", 20.5, "get_16", 0),
    PUT("put, 32 bits, call", 2.0, "put_i", 1),
    PUT_SYNC("put, 32 bits, until sync", 16.2, "put_i", 0),
    BARRIER("barrier", Double.NaN, "barrier, 32 nodes", 0);

    private final String label;
    private final double cm5Us;
    private final String modelRow;
    private final int modelColumn;

    CmamOperation(final String label, final double cm5Us, final String modelRow, final int modelColumn)
    {
        this.label = label;
        this.cm5Us = cm5Us;
        this.modelRow = modelRow;
        this.modelColumn = modelColumn;
    }

    String label()
    {
        return label;
    }

    double cm5Us()
    {
        return cm5Us;
    }

    /**
     * Returns the name of the row in the table of the model.
     */
    String modelRow()
    {
        return modelRow;
    }

    /**
     * Returns the column in the table of the model: until it is done, or overhead.
     */
    int modelColumn()
    {
        return modelColumn;
    }
}
