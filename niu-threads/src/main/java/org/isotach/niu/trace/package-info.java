/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The last events of a cluster, recorded and drawn: {@link org.isotach.niu.trace.Trace} and
 * {@link org.isotach.niu.trace.SpaceTimeDiagram}.
 */
package org.isotach.niu.trace;
