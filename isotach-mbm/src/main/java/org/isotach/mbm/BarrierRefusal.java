/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import org.isotach.HostExpelledException;

/**
 * The exceptions for refused steps of a barrier channel.
 */
final class BarrierRefusal
{
    private BarrierRefusal()
    {
    }

    /**
     * @param refusal   the result of a step of {@link BarrierState}.
     * @param channel   number of the channel.
     * @param execution the complete execution, for the refusal that concerns one.
     * @return the exception to throw.
     */
    static RuntimeException exception(final int refusal, final int channel, final long execution)
    {
        final String name = "barrier channel " + channel;
        switch (BarrierState.reason(refusal))
        {
            case REGISTERS_EXPELLED:
                return new HostExpelledException(name + " cannot be registered: the host was expelled");
            case REGISTERS_AGAIN:
                return new IllegalStateException(name + " is registered already: clearBarrier() it first");
            case PARTICIPATES_EXPELLED:
                return new HostExpelledException(name + " can complete without this host: the host was expelled");
            case NOT_REGISTERED:
                return new IllegalStateException(
                    name + " is not registered at this host: Mailbox.registerBarrier() it first");
            case OTHER_MODE:
                final BarrierMode mode = BarrierState.mode(refusal);
                return new IllegalStateException(name + " is registered as " + mode + ", not as " +
                    (BarrierMode.STRONG == mode ? BarrierMode.WEAK : BarrierMode.STRONG));
            case INCOMPLETE:
                return new IllegalStateException("the last barrier on channel " + channel +
                    " is not complete at this host: receive its completion first");
            default:
                return new IllegalStateException("execution " + execution + " of " + name +
                    " is complete without the credit of this host: state " + BarrierState.credit(refusal));
        }
    }
}
