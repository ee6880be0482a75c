/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.niu.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/**
 * The state of a host, sampled from time to time; the counters count since the launch of the cluster.
 */
@Name("org.isotach.ClusterState")
@Label("Cluster State")
@Category("Isotach")
@Description("State of a host")
@StackTrace(false)
@Period("1 s")
final class ClusterStateEvent extends Event
{
    @Label("Host")
    int host;

    @Label("Name")
    String name;

    @Label("State")
    String state;

    @Label("Pulse")
    long pulse;

    @Label("Frames On The Way")
    long onTheWay;

    @Label("Unread")
    long unread;

    @Label("Links Short Of Credits")
    int linksShort;

    @Label("Isochrons Issued")
    long issued;

    @Label("Frames Executed")
    long executed;

    @Label("Reads That Waited")
    long readsWaited;

    @Label("Times Without Room")
    long noRoom;

    @Label("Snapshots At Once")
    @Description("Snapshots that have read copies of variables at the first try")
    long snapshotsAtOnce;

    @Label("Snapshots At A Further Try")
    @Description("Snapshots that have read copies of variables at a further try")
    long snapshotsAnew;

    @Label("Snapshots With An Isochron")
    @Description("Snapshots that needed an isochron")
    long snapshotsInOrder;
}
