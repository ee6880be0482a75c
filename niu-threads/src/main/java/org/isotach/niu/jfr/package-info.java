/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Events of the JDK Flight Recorder, where the JDK has it (module {@code jdk.jfr}); nothing elsewhere.
 */
package org.isotach.niu.jfr;
