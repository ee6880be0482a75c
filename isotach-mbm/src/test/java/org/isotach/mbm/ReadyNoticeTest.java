/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.mbm;

import java.lang.reflect.Proxy;

import org.isotach.niu.Cluster;
import org.isotach.niu.ClusterContext;
import org.isotach.niu.ModelHost;
import org.isotach.niu.ThreadingMode;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

final class ReadyNoticeTest
{
    private boolean isMemoryShort = true;

    private ModelHost models()
    {
        return (ModelHost)Proxy.newProxyInstance(
            ModelHost.class.getClassLoader(), new Class<?>[] { ModelHost.class }, (proxy, method, arguments) ->
            {
                if (isMemoryShort)
                {
                    throw new OutOfMemoryError("for a test");
                }
                return true;
            });
    }

    @Test
    void shouldBeGivenAfterMemoryHasRunOut()
    {
        final Cluster cluster = Cluster.launch(new ClusterContext().hosts(1).threadingMode(ThreadingMode.INVOKER));
        cluster.close();
        final ReadyNotice notice = new ReadyNotice(0, models(), new HostReset(cluster.host(0), null));
        assertThrows(OutOfMemoryError.class, notice::giveFromExecutor);
        assertThrows(OutOfMemoryError.class, notice::tryGive);
        isMemoryShort = false;
        assertEquals(1, notice.giveFromExecutor());
        assertEquals(0, notice.giveFromExecutor());
    }
}
