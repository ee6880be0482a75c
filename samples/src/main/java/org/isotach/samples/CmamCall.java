/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

/**
 * The primitives that the sample {@code cmam} measures at both ends, with the figures of the CM-5 (Hoe, FUNet, table
 * 6.1). Its interface works only as long as a call does, so one figure is overhead and throughput.
 */
enum CmamCall
{
    CALL_4("cmam_4", 1.5, 1.6),
    REPLY_4("cmam_reply_4", 1.3, 1.6),
    N_1("cmam_n, 1 word", Double.NaN, Double.NaN),
    N_20("cmam_n, 20 words", Double.NaN, Double.NaN),
    REPLY_N_1("cmam_reply_n, 1", Double.NaN, Double.NaN),
    REPLY_N_20("cmam_reply_n, 20", Double.NaN, Double.NaN),
    XFER_4("cmam_xfer_4", CmamCall.blockUs(7.2), CmamCall.blockUs(8.5)),
    REPLY_XFER_4("cmam_reply_xfer_4", CmamCall.blockUs(9.8), CmamCall.blockUs(10)),
    MFER_N("cmam_mfer_n", Double.NaN, Double.NaN),
    REPLY_MFER_N("cmam_reply_mfer_n", Double.NaN, Double.NaN);

    /**
     * Bytes that are transferred: four messages of four words each, or one transfer.
     */
    static final int BLOCK = 64;

    private static final int BYTES_OF_MODEL = 16;

    private final String modelRow;
    private final double cm5SendUs;
    private final double cm5ReceiveUs;

    CmamCall(final String modelRow, final double cm5SendUs, final double cm5ReceiveUs)
    {
        this.modelRow = modelRow;
        this.cm5SendUs = cm5SendUs;
        this.cm5ReceiveUs = cm5ReceiveUs;
    }

    private static double blockUs(final double megabytesInSecond)
    {
        return BLOCK / megabytesInSecond;
    }

    String label()
    {
        return isTransfer() ? modelRow + ", " + BLOCK + " B" : modelRow;
    }

    /**
     * Returns the name of the row in the table of the model.
     */
    String modelRow()
    {
        return modelRow;
    }

    /**
     * Returns how many times the row of the model is one of ours: it has the cycles for four words.
     */
    int timesOfModel()
    {
        return isTransfer() ? BLOCK / BYTES_OF_MODEL : 1;
    }

    /**
     * Returns whether words land in a segment.
     */
    boolean isTransfer()
    {
        return ordinal() >= XFER_4.ordinal();
    }

    double cm5SendUs()
    {
        return cm5SendUs;
    }

    double cm5ReceiveUs()
    {
        return cm5ReceiveUs;
    }
}
