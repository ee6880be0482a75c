/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.myrinet.mcp;

import java.util.concurrent.atomic.AtomicLong;

import org.isotach.memory.OffHeapBuffer;
import org.isotach.niu.thread.ExclusiveUnit;
import org.isotach.niu.thread.TryLock;

/**
 * The control program of a board, and its processor (Panariti, "MCP Overview"). In each step the three engines, which
 * are hardware, advance at the same time; then the program serves their state machines.
 * <p>
 * The processor has two contexts. It begins in that of the system, which cannot be interrupted, makes the block in
 * which host and program meet, waits for the handshake, and punts to that of the user, in which the polling loop runs.
 * A packet that has arrived interrupts the loop, if so configured, until it was attended to. Nothing here knows the
 * host, which looks at its memory when it likes.
 */
final class Mcp extends ExclusiveUnit
{
    private final McpContext context;
    private final OffHeapBuffer sram;
    private final Hcb hcb;
    private final IoPool tx;
    private final IoPool rx;
    private final ReceiveDma receive;
    private final HostDma host;
    private final SendDma send;
    private final DropCounts drops = new DropCounts();
    private final AtomicLong interrupts = new AtomicLong();
    private final AtomicLong punts = new AtomicLong();
    private boolean isCreated;
    private boolean isUser;

    Mcp(final String unitName, final McpContext context, final HostRegion region)
    {
        super(unitName, new TryLock());
        this.context = context;
        final int base = OffHeapBuffer.CACHE_LINE_LENGTH;
        // The layout alone, to know its length.
        final int pools = new Hcb(context, null, base).limit();
        final int bufferLength = context.bufferLength();
        sram = OffHeapBuffer.allocate(pools + (long)(context.txBuffers() + context.rxBuffers()) * bufferLength);
        hcb = new Hcb(context, sram, base);
        tx = new IoPool(pools, context.txBuffers(), bufferLength);
        rx = new IoPool(pools + context.txBuffers() * bufferLength, context.rxBuffers(), bufferLength);
        receive = new ReceiveDma(sram, rx, bufferLength, drops);
        host = new HostDma(context, sram, hcb, region, tx, rx, receive, drops);
        send = new SendDma(sram, hcb, tx, host, context.threshold());
    }

    void connect(final LinkEnd end)
    {
        receive.connect(end);
        send.connect(end);
    }

    @Override
    public int work()
    {
        final int work = host.advance() + send.advance() + receive.advance();
        if (!isUser)
        {
            return work + boot();
        }
        return work + (ReceiveMode.INTERRUPT == context.receiveMode() ? interrupt() : 0) + poll();
    }

    private int boot()
    {
        if (!isCreated)
        {
            isCreated = true;
            hcb.create();
            return 1;
        }
        // Acquire: the host is there. Partner: HostPort.tryInit().
        if (Hcb.HELLO != sram.getLongVolatile(hcb.state()))
        {
            return 0;
        }
        // Release: the program is in a known state. Partner: HostPort.tryInit().
        sram.putLongRelease(hcb.state(), Hcb.READY);
        punt();
        return 1;
    }

    private int interrupt()
    {
        if (!receive.isComplete())
        {
            return 0;
        }
        isUser = false;
        interrupts.getAndIncrement();
        receive.service();
        punt();
        return 1;
    }

    private void punt()
    {
        punts.getAndIncrement();
        isUser = true;
    }

    private int poll()
    {
        int work = host.service() ? 1 : 0;
        work += send.service() ? 1 : 0;
        if (ReceiveMode.POLLED == context.receiveMode() && receive.service())
        {
            work++;
        }
        return work;
    }

    OffHeapBuffer sram()
    {
        return sram;
    }

    long dropped(final McpDrop reason)
    {
        return drops.get(reason);
    }

    long interrupts()
    {
        return interrupts.get();
    }

    long punts()
    {
        return punts.get();
    }

    boolean isUser()
    {
        return isUser;
    }

    IoPool tx()
    {
        return tx;
    }

    IoPool rx()
    {
        return rx;
    }

    HostDma host()
    {
        return host;
    }

    SendDma send()
    {
        return send;
    }

    ReceiveDma receive()
    {
        return receive;
    }

    Hcb hcb()
    {
        return hcb;
    }

    @Override
    public String toString()
    {
        return unitName() + '{' + host + ", " + send + ", " + receive + ", dropped=" + drops + '}';
    }
}
