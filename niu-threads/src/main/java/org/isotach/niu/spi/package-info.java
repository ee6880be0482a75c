/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The interfaces that models and schedulers implement, and settings of working and waiting threads. Applications need
 * few of them.
 */
package org.isotach.niu.spi;
