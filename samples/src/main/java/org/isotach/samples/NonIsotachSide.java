/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import org.isotach.mbm.MessageBuffer;
import org.isotach.mbm.Messaging;
import org.isotach.mbm.NonIsotachPort;
import org.isotach.niu.Host;

/**
 * Non-isotach messages.
 */
final class NonIsotachSide implements PairSide
{
    private final Host host;
    private final NonIsotachPort port;
    private final int target;
    private final int payload;
    private final boolean isPolling;
    private final Pause pause = new Pause();

    /**
     * @param isPolling true to work for the host during waits.
     */
    NonIsotachSide(final Messaging messaging, final Host host, final int payload, final boolean isPolling)
    {
        this.host = host;
        port = messaging.nonIsotachPort(host);
        target = 1 - host.id();
        this.payload = payload;
        this.isPolling = isPolling;
    }

    @Override
    public void send(final long word)
    {
        MessageBuffer message = port.tryClaim(target, payload);
        while (null == message)
        {
            idle();
            message = port.tryClaim(target, payload);
        }
        pause.after(1);
        OneWord.fill(message, payload, word);
        port.commit();
    }

    @Override
    public long receive()
    {
        while (!port.receive())
        {
            idle();
        }
        pause.after(1);
        return OneWord.of(port.message(), payload);
    }

    private void idle()
    {
        pause.after(isPolling ? host.poll() : 0);
    }
}
