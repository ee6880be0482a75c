/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package bank;

import org.isotach.actions.IsoLong;
import org.isotach.actions.Isotach;
import org.isotach.actions.Subscription;
import org.isotach.actions.Topic;

/**
 * A transfer, an event, and a snapshot: runs on the class path and on the module path, without a flag.
 */
public final class Transfer
{
    private Transfer()
    {
    }

    /**
     * Runs the program.
     *
     * @param args none.
     */
    public static void main(final String[] args)
    {
        try (Isotach isotach = Isotach.launch())
        {
            final IsoLong[] accounts = isotach.longs("account", 2, 100);
            final Topic<String> events = isotach.topic("events");
            try (Subscription<String> subscription = events.subscribe())
            {
                isotach.update(accounts).execute(action ->
                {
                    action.set(accounts[0], action.get(accounts[0]) - 30);
                    action.set(accounts[1], action.get(accounts[1]) + 30);
                    action.send(events, "moved");
                });
                final long total = isotach.snapshot(now -> now.get(accounts[0]) + now.get(accounts[1]), accounts);
                System.out.println(subscription.take() + " " + accounts[1].get() + " of " + total);
            }
        }
    }
}
