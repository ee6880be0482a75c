/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * The network: clusters of hosts inside one JVM, the switches between them, logical time, and waiting.
 */
// The compiler cannot see org.isotach.mbm yet.
@SuppressWarnings("module")
module org.isotach.niu
{
    requires transitive org.isotach.core;
    requires com.lmax.disruptor;

    // Optional: without them there are no events and no beans.
    requires static jdk.jfr;
    requires static java.management;

    exports org.isotach.niu;
    exports org.isotach.niu.am;
    exports org.isotach.niu.am.global;
    exports org.isotach.niu.funi;
    exports org.isotach.niu.funi.device;
    exports org.isotach.niu.management;
    exports org.isotach.niu.myrinet;
    exports org.isotach.niu.myrinet.mcp;
    exports org.isotach.niu.spi;
    exports org.isotach.niu.status;
    exports org.isotach.niu.trace;

    // For org.isotach.mbm only: it stands on RecordRing, and ModelHost gives it DrivenWindow and
    // Deliveries.
    exports org.isotach.niu.execute to org.isotach.mbm;
    exports org.isotach.niu.link to org.isotach.mbm;
}
