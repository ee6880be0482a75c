/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What a cluster has done lately, recorded and drawn: {@link org.isotach.niu.trace.Trace}.
 */
package org.isotach.niu.trace;
