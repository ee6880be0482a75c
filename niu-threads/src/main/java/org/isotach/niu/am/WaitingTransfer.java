/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.am;

import java.util.function.BooleanSupplier;

/**
 * A transfer that waits for room, and serves its port meanwhile.
 * <p>
 * <b>Note:</b> belongs to the thread of the port.
 */
final class WaitingTransfer implements BooleanSupplier
{
    private final PortService service;
    private final OutgoingTransfer transfer;

    WaitingTransfer(final PortService service, final OutgoingTransfer transfer)
    {
        this.service = service;
        this.transfer = transfer;
    }

    /**
     * Goes on for as long as it need not wait.
     */
    @Override
    public boolean getAsBoolean()
    {
        boolean isSent;
        do
        {
            service.serve();
            isSent = service.tryAdvance(transfer);
        }
        while (!isSent && transfer.hasCopied());
        return isSent;
    }

    @Override
    public String toString()
    {
        return transfer.toString(service.gate().describe(transfer.target()));
    }
}
