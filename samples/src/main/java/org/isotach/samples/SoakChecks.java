/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.samples;

import java.util.List;
import java.util.Objects;

/**
 * The checkers of one round of a soak.
 */
final class SoakChecks
{
    private final SoakSettings settings;
    private final ReadAllChecker equals;
    private final AccountChecker accounts = new AccountChecker();
    private final MessageChecker messages;
    private final MessageLedger ledger;
    private final MessageChecker nonIsotachMessages;
    private final MessageLedger nonIsotachLedger;
    private final NoticeChecker notices;
    private final BarrierChecker barriers;
    private final EndpointLedger requests;
    private final EndpointLedger answers;
    private final EndpointLedger buffers;
    private final EndpointLedger packets;
    private final Violations others = new Violations();

    SoakChecks(final SoakSettings settings)
    {
        this.settings = settings;
        final int hosts = settings.hosts();
        equals = new ReadAllChecker(hosts);
        messages = new MessageChecker(hosts);
        ledger = new MessageLedger(hosts);
        nonIsotachMessages = new MessageChecker(hosts);
        nonIsotachLedger = new MessageLedger(hosts);
        notices = new NoticeChecker(hosts);
        barriers = new BarrierChecker(hosts, settings.phases());
        requests = new EndpointLedger("active message", hosts);
        answers = new EndpointLedger("answer to active message", hosts);
        buffers = new EndpointLedger("Myrinet buffer", hosts);
        packets = new EndpointLedger("packet of the gang", hosts);
    }

    ReadAllChecker equals()
    {
        return equals;
    }

    AccountChecker accounts()
    {
        return accounts;
    }

    MessageChecker messages()
    {
        return messages;
    }

    MessageLedger ledger()
    {
        return ledger;
    }

    MessageChecker nonIsotachMessages()
    {
        return nonIsotachMessages;
    }

    MessageLedger nonIsotachLedger()
    {
        return nonIsotachLedger;
    }

    NoticeChecker notices()
    {
        return notices;
    }

    BarrierChecker barriers()
    {
        return barriers;
    }

    EndpointLedger requests()
    {
        return requests;
    }

    /**
     * Of the host that has asked and the one that answers, as the requests.
     */
    EndpointLedger answers()
    {
        return answers;
    }

    EndpointLedger buffers()
    {
        return buffers;
    }

    EndpointLedger packets()
    {
        return packets;
    }

    /**
     * Adds a violation that concerns none of the checkers.
     */
    Violations others()
    {
        return others;
    }

    /**
     * Checks after all hosts are done.
     */
    void checkEnd()
    {
        final int hosts = settings.hosts();
        for (int sender = 0; sender < hosts; sender++)
        {
            for (int receiver = 0; receiver < hosts; receiver++)
            {
                if (!settings.fails(sender) && !settings.fails(receiver))
                {
                    ledger.checkDelivered(sender, receiver);
                    nonIsotachLedger.checkDelivered(sender, receiver);
                    checkEndpoints(sender, receiver);
                }
            }
        }
        if (SoakFailure.NONE != settings.failure())
        {
            ledger.checkCut(settings.failing());
        }
        messages.checkOneOrder();
        notices.checkEqual(settings.failing());
    }

    private void checkEndpoints(final int sender, final int receiver)
    {
        requests.checkDelivered(sender, receiver);
        answers.checkDelivered(sender, receiver);
        packets.checkDelivered(sender, receiver);
        // Channels promise no arrival when links have faults.
        if (settings.faults().isNone())
        {
            buffers.checkDelivered(sender, receiver);
        }
    }

    int violations()
    {
        return all().stream().mapToInt(Violations::count).sum();
    }

    /**
     * Returns the first violation of any checker, null if there is none.
     */
    String first()
    {
        return all().stream().map(Violations::first).filter(Objects::nonNull).findFirst().orElse(null);
    }

    private List<Violations> all()
    {
        return List.of(
            equals.violations(),
            accounts.violations(),
            messages.violations(),
            ledger.violations(),
            nonIsotachMessages.violations(),
            nonIsotachLedger.violations(),
            notices.violations(),
            barriers.violations(),
            requests.violations(),
            answers.violations(),
            buffers.violations(),
            packets.violations(),
            others);
    }
}
