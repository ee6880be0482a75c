/*
 * Copyright 2026 the isotach authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package org.isotach.simulation.cost;

/**
 * What a model has to do with a figure of a paper.
 */
public enum CostKind
{
    /**
     * The model was given the figure.
     */
    GIVEN("="),

    /**
     * A free constant of the model was fitted to the figure, maybe among others.
     */
    FITTED("*"),

    /**
     * The model predicts the figure.
     */
    PREDICTED(""),

    /**
     * The paper has no figure: its text, or nothing, says what to expect.
     */
    UNPUBLISHED("");

    private final String mark;

    CostKind(final String mark)
    {
        this.mark = mark;
    }

    String mark()
    {
        return mark;
    }
}
