/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu;

import java.util.ArrayList;
import java.util.List;

import org.isotach.ClusterClosedException;
import org.isotach.Isochron;
import org.isotach.niu.spi.Marker;
import org.isotach.niu.spi.NoticeListener;
import org.isotach.test.RecordingModel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A model may shut hosts down in the pulse of a notice (row I8): what is up to that pulse executes, nothing later.
 */
final class ShutDownTest
{
    private static final int HOSTS = 3;

    private final List<Throwable> errors = new ArrayList<>();
    private final Isochron[] isochrons = new Isochron[HOSTS];
    private Cluster cluster;
    private RecordingModel model;

    @BeforeEach
    void launch()
    {
        cluster = Cluster.launch(new ClusterContext().hosts(HOSTS).threadingMode(ThreadingMode.INVOKER).paranoid(true)
            .errorHandler(errors::add));
        model = RecordingModel.on(cluster);
        for (int id = 0; id < HOSTS; id++)
        {
            final Host host = cluster.host(id);
            isochrons[id] = host.isochron();
            host.models().listen(new NoticeListener()
            {
                @Override
                public void onNotice(final long pulse, final long notice)
                {
                    host.models().shutDown(pulse, "a test");
                }

                @Override
                public int doWork()
                {
                    return 0;
                }
            });
        }
    }

    @AfterEach
    void closeAtOnce()
    {
        cluster.close();
        assertEquals(List.of(), errors, "nothing is waited for");
    }

    private void poll(final int host)
    {
        int idle = 0;
        while (idle < 3)
        {
            idle = 0 == cluster.host(host).poll() ? idle + 1 : 0;
        }
    }

    /**
     * Host 0 announces the end.
     */
    private void end()
    {
        final boolean isIssued = cluster.host(0).models().tryIssue(new Marker()
        {
            @Override
            public long pass(final long pulse)
            {
                return pulse;
            }

            @Override
            public long notice()
            {
                return 0;
            }
        });
        assertTrue(isIssued);
    }

    @Test
    void shouldSayWhatWasExecutedBeforeTheEnd()
    {
        final Isochron later = cluster.host(0).isochron();
        model.issue(isochrons[0], 1, 1);
        end();
        // Otherwise what comes next might be of the same pulse, and so before the end.
        poll(1);
        assertTrue(cluster.host(1).isShutDown());
        model.issue(later, 2, 1);
        for (int round = 0; round < 3; round++)
        {
            for (int host = 0; host < HOSTS; host++)
            {
                poll(host);
                // Neither has operations for its own host: what it is asked for is the end of its pulse.
                assertFalse(later.isExecuted(), "in round " + round);
            }
        }
        assertEquals(List.of(1L), model.recorder(1).payloads());
        assertTrue(isochrons[0].isExecuted());
        isochrons[0].awaitExecuted();
        final String message = assertThrows(ClusterClosedException.class, later::awaitExecuted).getMessage();
        assertEquals("the cluster was shut down by a test while host 0 waited for the execution of its isochron" +
            " of pulse 4", message);
        for (int host = 0; host < HOSTS; host++)
        {
            final int id = host;
            assertTrue(cluster.host(id).isShutDown());
            assertTrue(cluster.host(id).tryClose());
            assertEquals("host " + id + " was shut down by a test: nothing can be issued from it", assertThrows(
                ClusterClosedException.class, () -> model.issue(isochrons[id], 3, 1)).getMessage());
            assertThrows(ClusterClosedException.class, () -> cluster.host(id).isochron());
        }
    }

    @Test
    void shouldExecuteNothingThatAHostSendsWhichHasNotComeToTheEndYet()
    {
        end();
        poll(1);
        assertTrue(cluster.host(1).isShutDown());
        assertFalse(cluster.host(2).isShutDown());
        // On a link that there was not before.
        model.issue(isochrons[2], 1, 1);
        poll(1);
        poll(2);
        poll(1);
        assertEquals(List.of(), model.recorder(1).payloads());
        assertTrue(cluster.host(2).isShutDown());
        poll(0);
    }
}
